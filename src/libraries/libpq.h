/* SPDX-FileCopyrightText: The Orrery developers */
/* SPDX-License-Identifier: MIT */

/* libpq, through which PostgreSQL is reached: loaded when a store is a database. Its functions have
 * the names that they have there, without PQ: `libpq.exec` is PQexec. */

#ifndef LIBRARIES_LIBPQ_H
#define LIBRARIES_LIBPQ_H

#include "base/problem.h"

#include <libpq-fe.h>

#define LIBPQ_FUNCTIONS(F)                                                                         \
    F(clear)                                                                                       \
    F(cmdTuples)                                                                                   \
    F(connectdbParams)                                                                             \
    F(consumeInput)                                                                                \
    F(db)                                                                                          \
    F(enterPipelineMode)                                                                           \
    F(errorMessage)                                                                                \
    F(exec)                                                                                        \
    F(fformat)                                                                                     \
    F(finish)                                                                                      \
    F(freemem)                                                                                     \
    F(ftype)                                                                                       \
    F(getResult)                                                                                   \
    F(getisnull)                                                                                   \
    F(getlength)                                                                                   \
    F(getvalue)                                                                                    \
    F(nfields)                                                                                     \
    F(notifies)                                                                                    \
    F(ntuples)                                                                                     \
    F(parameterStatus)                                                                             \
    F(pipelineStatus)                                                                              \
    F(pipelineSync)                                                                                \
    F(resultErrorField)                                                                            \
    F(resultErrorMessage)                                                                          \
    F(resultStatus)                                                                                \
    F(sendPrepare)                                                                                 \
    F(sendQueryPrepared)                                                                           \
    F(setNoticeProcessor)                                                                          \
    F(setSingleRowMode)                                                                            \
    F(socket)                                                                                      \
    F(status)                                                                                      \
    F(transactionStatus)

#define LIBPQ_POINTER(name) __typeof__(PQ##name) *name;
extern struct libpq {
    LIBPQ_FUNCTIONS(LIBPQ_POINTER)
} libpq;
#undef LIBPQ_POINTER

/* Before any of them is called. False with a problem noted if it is not installed. */
bool libpq_load(struct problem *problem);

#endif
