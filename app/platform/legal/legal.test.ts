import { expect, test } from 'vitest'
import { legalDocument } from './legal.ts'

const everyText = (key: Parameters<typeof legalDocument>[0]) => {
  const { title, updated, summary, sections } = legalDocument(key)
  return [title, updated, ...summary, ...sections.flatMap(({ heading, body }) => [heading, ...body])]
}

test.each(['privacy_respondents', 'purchase_terms', 'processing_agreement', 'cookies_analytics'] as const)(
  '%s has no unfilled placeholder',
  key => {
    const texts = everyText(key)
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter(text => /[{}]/.test(text))).toEqual([])
  },
)

test("names the seller with the shop's own data", () => {
  const notice = everyText('privacy_respondents').join('\n')
  expect(notice).toContain('Alhena Demostración SpA, RUT 76.192.083-9')
  expect(notice).toContain('privacidad@alhena.example')
})

test('marks what counsel must decide, under a notice', () => {
  const notice = legalDocument('privacy_respondents')
  expect(notice.templateNotice).toMatch(/^Plantilla informativa/)
  expect(everyText('privacy_respondents').join('\n')).toContain(
    'La base legal de cada uso es: [por definir con asesoría legal].',
  )
})

test('a version identifies the shown text', () => {
  expect(legalDocument('privacy_respondents').version).toBe('4')
})
