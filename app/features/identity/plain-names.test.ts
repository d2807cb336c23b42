import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isPersonName, isPlainText } from './plain-names.ts'

it.each([
  'María J. Pérez',
  'J.P. Soto',
  'O’Higgins',
  "D'Angelo",
  'Jean-Luc',
  'María José Ñanco',
  'Ma. Elena',
  'Juan Carlos II',
  'Núñez de la O',
  'Ana',
])('%s is a name', name => {
  expect(isPersonName(name)).toBe(true)
})

it.each([
  'cobra en https://premios.example',
  'gana en premios.store',
  'alhena.pe',
  'mira x.ai',
  'premios．store',
  'premios。store',
  'ana@correo',
  'Encargad@',
  'premios/gana',
  'javascript:alert',
  'llama al 912345678',
  'llama al 9 1234 5678',
  'Ana 2024',
  'pre\u200bmios.cl',
  'Ana <b>',
  'www.x',
  '203.0.113.9',
])('%s is no name', name => {
  expect(isPersonName(name)).toBe(false)
})

it.each([
  ['3M SpA', true],
  ['J. Pérez S.A.', true],
  ['Gerente I+D', true],
  ['Área 51', true],
  ['Compras / Abastecimiento', true],
  ['Comercial 2000 Ltda.', true],
  ['Ventas y Cía. Ltda.', true],
  ['Operaciones (CeCo 11002034)', true],
  ['Finanzas, centro de costo: 1100203400', true],
  ['Cód. 0012345 Mantención', true],
  ['CeCo 912345678', false],
  ['CC 9 1234 5678', false],
  ['id 1234567 12345678', false],
  ['Operaciones 11002034', false],
  ['premios.store', false],
  ['llama al +56 9 1234 5678', false],
  ['Encargad@ de TI', true],
  ['Analist@s / Técnic@s', true],
  ['ana@correo', false],
  ['Encargad@.cl', false],
  ['https://x.y', false],
])('%s may be a company, a post or an area: %s', (text, plain) => {
  expect(isPlainText(text)).toBe(plain)
})

it('accepts no text with a domain in it, whatever its ending', () => {
  const word = fc.stringMatching(/^[a-zñ0-9]{1,12}$/)
  const ending = fc.stringMatching(/^[a-zñ]{2,12}$/)
  fc.assert(
    fc.property(fc.string(), word, ending, fc.string(), (before, host, end, after) => {
      expect(isPlainText(`${before}${host}.${end}${after}`)).toBe(false)
    }),
  )
})
