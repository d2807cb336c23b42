import { describe, expect, it } from 'vitest'
import { formatRut, parseRut } from './rut.ts'

describe('RUT', () => {
  it.each([
    ['11.111.111-1', '11111111-1'],
    ['12345678-5', '12345678-5'],
    ['76.192.083-9', '76192083-9'],
    [' 60803000k ', '60803000-K'],
    ['012345678-5', '12345678-5'],
    ['12.345.678–5.', '12345678-5'],
    ['１２．３４５．６７８－５', '12345678-5'],
    ['12\u202f345\u202f678\u00ad-\u200f5', '12345678-5'],
    ['RUT: 12.345.678-5', '12345678-5'],
    ['r.u.t. 20.347.878-k', '20347878-K'],
    ['RUN 12 345 678 5', '12345678-5'],
    ['“12.345.678-5”', '12345678-5'],
    ['(12_345_678-5);', '12345678-5'],
  ])('%s is %s', (typed, normalised) => {
    expect(parseRut(typed)).toBe(normalised)
  })

  it.each([
    '',
    '1',
    '11.111.111-2',
    '12345678-K',
    'abc',
    '123456789012-1',
    '0-0',
    '76192083',
    '<b>1-9</b>',
    'RUTA 1-9',
    '1/9',
  ])('%j is invalid', typed => {
    expect(parseRut(typed)).toBeUndefined()
  })

  it('is formatted with dots', () => {
    expect(formatRut('76192083-9')).toBe('76.192.083-9')
    expect(formatRut('9999999-3')).toBe('9.999.999-3')
  })
})
