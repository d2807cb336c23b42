import { expect, test } from 'vitest'
import { addEvidence, countEvidence, evidenceSentence, evidenceText } from './evidence-counts.ts'

const options = [
  { field: 'a', option: 3, people: 5 },
  { field: 'a', option: 4, people: 6 },
  { field: 'a', option: 5, people: 1 },
  { field: 'a', option: 6, people: 9 },
  { field: 'b', option: 3, people: 8 },
  { field: 'c', option: 5, people: 2 },
]
const evidence = [
  { field: 'a', people: 4 },
  { field: 'c', people: 2 },
]

test('counts the people at levels 4 and 5 without a note or link', () => {
  const tallies = { options, evidence }
  const [a, b, c] = ['a', 'b', 'c'].map(field => ({ evidence: countEvidence(tallies, field) }))
  expect([a, b, c]).toEqual([
    { evidence: { without: 3, of: 7 } },
    { evidence: null },
    { evidence: { without: 0, of: 2 } },
  ])
  expect(addEvidence([a, b, c].filter(each => each !== undefined))).toEqual({ without: 3, of: 9 })
})

test('says nothing of people who gave none at all: they may not have been asked', () => {
  expect(countEvidence({ options, evidence: [] }, 'a')).toBeNull()
  expect(countEvidence({ options }, 'a')).toBeNull()
  expect(addEvidence([{ evidence: null }])).toBeNull()
})

test('is said in words', () => {
  expect(evidenceText({ without: 3, of: 7 })).toBe('sin evidencia: 3 de 7')
  expect(evidenceSentence({ without: 12, of: 34 })).toMatch(/^Sin evidencia: 12 de 34 respuestas en niveles 4 y 5\./)
  expect(evidenceSentence({ without: 0, of: 1 })).toMatch(/^Sin evidencia: 0 de 1 respuesta en niveles 4 y 5\./)
})
