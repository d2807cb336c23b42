import { it } from 'vitest'
import { checkOpposites, checkPlans, planned } from './plan.test-support.ts'

const TEAMS = 10_000

it.each(planned)(
  '$id gives ten thousand teams no action for a level that is reached, and no goal below 3',
  one => {
    checkPlans(one, TEAMS)
  },
  300_000,
)

it.each(planned)(
  '$id tells ten thousand pairs of teams with opposite weaknesses to do different things',
  one => {
    checkOpposites(one, TEAMS)
  },
  300_000,
)
