import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actionText, entityText } from './audit-texts.ts'

// Events of visits have actions of their own.
const sources = globSync('app/features/**/*.server.ts', { exclude: ['app/features/analytics/**'] }).map(file =>
  readFileSync(file, 'utf8'),
)
const written = (field: 'action' | 'entity') =>
  new Set(
    sources.flatMap(text =>
      [...text.matchAll(new RegExp(`\\b${field}: [^,']*'([a-z]+(?:_[a-z]+)*)'`, 'g'))].map(match => match[1] ?? ''),
    ),
  )

it('has a Spanish label for everything that is recorded', () => {
  const actions = [...written('action')].filter(code => code.includes('_'))
  expect(actions.length).toBeGreaterThan(40)
  expect(actions.filter(code => actionText(code).toLowerCase() === code.replaceAll('_', ' '))).toEqual([])
  // The one word that is the same in both.
  const entities = [...written('entity')].filter(code => code !== 'assessment')
  expect(entities.length).toBeGreaterThan(10)
  expect(entities.filter(code => entityText(code).toLowerCase() === code.replaceAll('_', ' '))).toEqual([])
})
