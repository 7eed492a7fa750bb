# SPDX-FileCopyrightText: The Orrery developers
# SPDX-License-Identifier: MIT

"""The rules that PettingZoo publishes for AEC environments, as checks of our own: the package is no part of this project.
An environment is played to its end by random agents, and everything it says must fit together at each step."""

import numpy as np


def require(condition, what):
    if not condition:
        raise AssertionError(what)


def check_names(env):
    require(isinstance(env.possible_agents, list) and env.possible_agents, "possible_agents is a list")
    require(len(set(env.possible_agents)) == len(env.possible_agents), "agents have different names")
    require(env.max_num_agents == len(env.possible_agents), "max_num_agents counts possible agents")
    require(isinstance(env.metadata.get("name"), str), "metadata has a name")
    require(isinstance(env.metadata.get("render_modes"), list), "metadata has render modes")
    require(env.unwrapped is env, "an environment without wrappers is its own core")
    for agent in env.possible_agents:
        require(env.observation_space(agent) is env.observation_space(agent), "the same space each time")
        require(env.action_space(agent) is env.action_space(agent), "the same space each time")


def check_dictionaries(env):
    """What is told by agent is told of exactly those that are there."""
    require(set(env.agents) <= set(env.possible_agents), "agents are possible ones")
    require(env.num_agents == len(env.agents), "num_agents counts agents")
    for name in ("rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
        require(set(getattr(env, name)) == set(env.agents), f"{name} has exactly the agents")
    if env.agents:
        require(env.agent_selection in env.agents, "the next agent is there")


def check_observation(env, agent, observation):
    require(env.observation_space(agent).contains(observation), "the observation is in its space")
    mask = observation["action_mask"]
    require(mask.shape == (env.action_space(agent).n,), "there is a mask for each action")
    require(mask.dtype in (np.int8, np.uint8, bool), "a mask is of small whole numbers")


def check_refusals(env, agent, mask):
    """What is not legal is refused, and nothing has changed."""
    before = env.observe(agent)["observation"].tolist()
    for wrong in (None, int(np.flatnonzero(mask == 0)[0]), -1, len(mask)):
        try:
            env.step(wrong)
        except ValueError:
            pass
        else:
            raise AssertionError(f"{wrong} is not legal")
    require(env.agent_selection == agent and env.observe(agent)["observation"].tolist() == before, "nothing has changed")


def play(env, seed, random, look_every=1):
    """A whole game; returns what was seen, so that games can be compared."""
    env.reset(seed=seed)
    check_dictionaries(env)
    require(env.agents == env.possible_agents, "all agents are there after a reset")
    require(all(reward == 0 for reward in env.rewards.values()), "no rewards after a reset")
    seen, finished, steps = [], set(), 0
    earned = dict.fromkeys(env.agents, 0.0)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        require(agent == env.agent_selection, "agent_iter gives the next agent")
        require(agent not in finished, "an agent that left does not come back")
        looks = steps % look_every == 0 or env.terminations[agent]
        observation, reward, termination, truncation, info = env.last()
        require(env.last(observe=False)[0] is None, "last without observing observes nothing")
        require(isinstance(info, dict), "infos are dictionaries")
        require((termination, truncation) == (env.terminations[agent], env.truncations[agent]), "last tells of this agent")
        check_observation(env, agent, observation)
        got[agent] += reward
        mask = observation["action_mask"]
        if termination or truncation:
            require(not mask.any(), "there is nothing left to do")
            finished.add(agent)
            action = None
        else:
            require(mask.any(), "somebody who decides can do something")
            if looks:
                check_refusals(env, agent, mask)
                others = [other for other in env.agents if other != agent]
                require(not any(env.observe(other)["action_mask"].any() for other in others), "one agent decides")
            action = int(random.choice(np.flatnonzero(mask)))
        seen.append((agent, action, reward, int(observation["observation"].sum())))
        env.step(action)
        check_dictionaries(env)
        for other in env.agents:
            earned[other] += env.rewards[other]
        steps += 1
    require(finished == set(env.possible_agents), "every agent has left")
    require(got == earned, f"what last tells adds up to the rewards: {got}, {earned}")
    require(abs(sum(got.values())) < 1e-9, "rewards add up to zero")
    return seen


def check(env, seed=1, look_every=1):
    """All of it. Two games of one seed with the same choices are the same."""
    check_names(env)
    first = play(env, seed, np.random.default_rng(seed), look_every)
    require(first == play(env, seed, np.random.default_rng(seed), look_every), "a seed gives the same game")
    return len(first)
