import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire.schema.ts'
import { nextSteps } from './next-steps.ts'

const questionnaires = readdirSync('content')
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(`content/${name}`, 'utf8')))
  .filter(content => 'sections' in content)
  .map(content => questionnaireSchema.parse(content))
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
  const named = (index: number) => steps.some(step => step.includes(governance.questions[index]?.text ?? ''))
  expect([0, 1, 2, 3, 4].map(named)).toEqual([true, false, true, false, true])
  expect(steps.join(' ')).not.toContain('Constituye un comité de datos')
})

it('the same mean with opposite gaps gives other steps', () => {
  const [one, other] = [nextSteps(governance, [1, 1, 3, 5, 5], TARGET), nextSteps(governance, [5, 5, 3, 1, 1], TARGET)]
  expect(one).toHaveLength(3)
  expect(one[0]).not.toBe(other[0])
})

it('a step says from which level to which, and what that looks like; the farthest comes first', () => {
  const [first, second] = nextSteps(governance, [2, 1, 4, 4, 4], TARGET)
  const [framework, next] = governance.questions
  expect(first).toBe(`Del nivel 1 al 2 en «${next?.text}»: ${next?.options[1]}`)
  expect(second).toBe(`Del nivel 2 al 3 en «${framework?.text}»: ${framework?.options[2]}`)
  expect(nextSteps(governance, [1.6, 3, 4, 4, 4], TARGET)[0]).toMatch(/^Del nivel 1,6 al 2 en /)
})

it('an area whose questions all reach the target, or have no level, has no steps', () => {
  expect(nextSteps(governance, [4, 5, 4, 4, 5], TARGET)).toEqual([])
  expect(nextSteps(governance, [null, null, null, null, null], TARGET)).toEqual([])
})

it.each(questionnaires)('$id asks for different levels of its areas, and says which matter more', ({ sections }) => {
  expect(new Set(sections.map(({ targetLevel }) => targetLevel)).size).toBeGreaterThan(1)
  expect(new Set(sections.map(({ weight }) => weight)).size).toBeGreaterThan(1)
})
