import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { takesEvidence } from '#app/features/questionnaires/evidence.ts'
import type { Answers } from '#app/features/questionnaires/questionnaire.ts'
import { Evidence } from './evidence-fields.tsx'

const htmlOf = (answers: Answers, refused: Record<string, string> = {}) =>
  renderToString(
    <Evidence
      question={{ field: 'q1', number: 3 }}
      answers={answers}
      refused={{ form: 'section', errors: {}, values: refused }}
      onAnswer={() => undefined}
      onLeave={() => undefined}
    />,
  )
const scripted = (html: string) => html.replaceAll(/<noscript>.*?<\/noscript>/gs, '')
const unscripted = (html: string) => [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inside]) => inside)

test('a question with a level has a button', () => {
  expect(scripted(htmlOf({ q1: 4 }))).toMatch(
    /^<button(?=[^>]*aria-label="Agregar evidencia a la pregunta 3")[^>]*>Agregar evidencia<\/button>$/,
  )
})

test('without scripts the fields are there to unfold, whatever is answered', () => {
  for (const answers of [{}, { q1: 4 }, { q1: 6 }]) {
    const [inside = ''] = unscripted(htmlOf(answers))
    expect(inside).toMatch(/^<details><summary/)
    expect(inside).toContain('name="q1:note"')
    expect(inside).toContain('name="q1:link"')
  }
})

test('what was given is open at once, also where it could not be saved, with the reason', () => {
  const given = htmlOf({ q1: 4, 'q1:note': 'Acta' })
  expect(unscripted(given)).toEqual([])
  expect(given).toMatch(/<textarea[^>]*>Acta<\/textarea>/)
  const refused = htmlOf({ q1: 4 }, { 'q1:link': 'acta.example' })
  expect(refused).toContain('value="acta.example"')
  expect(refused).toContain('Escribe un enlace que empiece con https://')
})

test('is offered where the answers are read by name, or are the own ones', () => {
  const buyer = {
    kind: 'buyer',
    name: 'Ana',
    company: undefined,
    organisation: undefined,
    consultant: undefined,
    shares: false,
  } as const
  expect(takesEvidence({ kind: 'oneself' })).toBe(true)
  expect(takesEvidence({ ...buyer, confidential: false })).toBe(true)
  expect(takesEvidence({ ...buyer, confidential: true })).toBe(false)
  expect(takesEvidence({ kind: 'organisation', organisation: 'Viña', consultant: undefined, confidential: true })).toBe(
    false,
  )
})
