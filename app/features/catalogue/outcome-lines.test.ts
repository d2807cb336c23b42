import { expect, it } from 'vitest'
import { readOutcomes, writeOutcomes } from './outcome-lines.ts'

it.each([
  [[]],
  [[{ text: 'Un plan', keptBy: ['plan', 'guide:una-guia'] }]],
  [
    [
      { text: 'Con [corchetes]', keptBy: [] },
      { text: 'Otro [levels]', keptBy: ['levels'] },
    ],
  ],
])('outcomes are read as they were written', outcomes => {
  expect(readOutcomes(writeOutcomes(outcomes))).toEqual(outcomes)
})

it('a line that says nothing of who keeps it is an outcome that nothing keeps', () => {
  expect(readOutcomes('Uno\n\n [plan]')).toEqual([{ text: 'Uno', keptBy: [] }])
})
