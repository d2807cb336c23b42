import { expect, it } from 'vitest'
import { checkOpposites, checkPlans, planned } from './plan.test-support.ts'

it('there are fourteen', () => {
  expect(planned).toHaveLength(14)
})

it.each(planned)('$id: no action for a level that is reached, no goal below 3, at most 12 and 3 of an area', one => {
  checkPlans(one, 150)
})

it.each(planned)('$id: two teams with equal means and opposite weaknesses share no step to do', one => {
  checkOpposites(one, 60)
})
