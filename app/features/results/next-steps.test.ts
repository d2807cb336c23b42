import { expect, it } from 'vitest'
import { faultyAdvice, questionnaires } from './advice.test-support.ts'
import { nextSteps } from './next-steps.ts'

const dama = questionnaires.find(({ id }) => id === 'dama-dmbok2')
const governance = dama?.sections[0]
if (!governance) throw new Error('DAMA has no sections')
const TARGET = 4

it('an area with all its questions on one level gets the texts of that level', () => {
  expect(nextSteps(governance, [2, 2, 2, 2, 2], TARGET)).toEqual(governance.recommendations['2'])
  expect(nextSteps(governance, [2.4, 2.9, 2, null, 2.1], TARGET)).toEqual(governance.recommendations['2'])
})

it('nobody is told to begin what they already have', () => {
  const steps = nextSteps(governance, [1, 5, 2, 4, 3], TARGET)
  expect(steps[0]).toContain('Redacta un marco de gobierno')
  expect(steps.join(' ')).not.toMatch(
    /Constituye un comité de datos|Nombra a un patrocinador|Formaliza el nombramiento/,
  )
})

it('the same mean with opposite gaps gives other steps', () => {
  const [one, other] = [nextSteps(governance, [1, 1, 3, 5, 5], TARGET), nextSteps(governance, [5, 5, 3, 1, 1], TARGET)]
  expect(one.length).toBeGreaterThan(0)
  expect(other.length).toBeGreaterThan(0)
  expect(one.filter(step => other.includes(step))).toEqual([])
})

it('an area at level 1 is led to level 3: what begins comes before what makes it a rule', () => {
  const { 1: begin, 2: settle } = governance.recommendations
  expect(nextSteps(governance, [1, 1.4, 1, 1, 1.9], TARGET)).toEqual([...(begin ?? []), ...(settle ?? [])])
})

it('an area on several levels gets the recommendations about its weakest questions, the farthest first', () => {
  const { 1: begin = [], 2: settle = [] } = governance.recommendations
  // Roles are at 1 and the framework at 2; policies, the committee and the measuring are beyond.
  expect(nextSteps(governance, [2, 1, 4, 4, 4], TARGET)).toEqual([begin[0], settle[1], settle[0]])
  expect(nextSteps(governance, [4, 4, 4, 4, 1], TARGET)).toEqual([begin[2], settle[2]])
})

it('where no recommendation fits, a step shows how level 3 or more looks, never level 2', () => {
  const measuring = governance.questions[2]
  expect(nextSteps(governance, [4, 4, 1, 4, 4], TARGET)).toEqual([
    `Del nivel 1 al 3 en «${measuring?.text}». Así se ve el nivel 3: ${measuring?.options[2]}`,
  ])
  expect(nextSteps(governance, [4, 4, 2.6, 4, 4], TARGET)[0]).toMatch(/^Del nivel 2,6 al 3 en /)
})

it('a target that the buyer set below level 3 makes no goal of level 2', () => {
  expect(nextSteps(governance, [1, 3, 3, 3, 3], 2).join(' ')).not.toContain(governance.questions[0]?.options[1])
  expect(nextSteps(governance, [2, 2, 2, 2, 2], 2)).toEqual(governance.recommendations['2'])
})

it.each(questionnaires)('$id gives no advice below level 3, or at or below what is reached', questionnaire => {
  expect(faultyAdvice(questionnaire, 300)).toEqual([])
})

it('an area whose questions all reach the target, or have no level, has no steps', () => {
  expect(nextSteps(governance, [4, 5, 4, 4, 5], TARGET)).toEqual([])
  expect(nextSteps(governance, [null, null, null, null, null], TARGET)).toEqual([])
})

it.each(questionnaires)('$id asks for different levels of its areas, and says which matter more', ({ sections }) => {
  expect(new Set(sections.map(({ targetLevel }) => targetLevel)).size).toBeGreaterThan(1)
  expect(new Set(sections.map(({ weight }) => weight)).size).toBeGreaterThan(1)
})
