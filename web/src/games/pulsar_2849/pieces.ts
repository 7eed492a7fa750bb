// SPDX-FileCopyrightText: The Orrery developers
// SPDX-License-Identifier: MIT

// The outlines of the pieces that stand on the map, around 0 0.

/** A ship: a rocket of 18 × 23, its nose up. */
export const HULL =
  'M0-12C4.4-8.6 6-4 5.6.4L8.8 4.4V8.6L4.4 6.4H2.6L1.6 10.6H-1.6L-2.6 6.4H-4.4L-8.8 8.6V4.4L-5.6.4C-6-4-4.4-8.6 0-12Z';

/** A station: a house of 11.6 × 11.8. */
export const HOUSE = 'M0-6.4 5.8-1.2V5.4H-5.8V-1.2Z';
