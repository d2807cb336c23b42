import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { appliedMessage, REMOVED_TITLE, refusalMessage } from './discount-admin.ts'
import { CALL_FAILED } from './discounts.ts'
import { parseTypedCode } from './typed-code.ts'

describe('a typed code', () => {
  // shows: S5.9
  it.each([
    ['demo20', 'DEMO20'],
    ['  Demo20 \t', 'DEMO20'],
    ['a-b_9', 'A-B_9'],
    ['DEMO20\u200b', 'DEMO20'],
    ['\u2060DEMO20', 'DEMO20'],
    ['“DEMO20”', 'DEMO20'],
    ['DEMO 20.', 'DEMO20'],
    ['DEMO–20', 'DEMO-20'],
    ['ＤＥＭＯ２０', 'DEMO20'],
  ])('%j is normalised to %s', (typed, code) => {
    expect(parseTypedCode(typed)).toEqual({ ok: true, value: code })
  })

  // shows: S5.10
  it.each(['', '   ', '\u200b', '“”'])('%j is empty', typed => {
    const parsed = parseTypedCode(typed)
    expect(parsed).toEqual({ ok: false, error: { code: 'required' } })
    expect(parsed.ok || refusalMessage(parsed.error)).toEqual({
      title: 'Código requerido',
      description: 'Por favor ingresa un código de descuento',
    })
  })

  // shows: S8.11
  it.each(['AB', '---', 'X'.repeat(41), 'DEMO/20', 'CAFÉ', '😀😀😀'])("%j can't be a code", typed => {
    const parsed = parseTypedCode(typed)
    expect(parsed.ok || refusalMessage(parsed.error)).toEqual({
      title: 'Código inválido',
      description: 'El código de descuento no es válido',
    })
  })
})

// shows: S8.13
it('says what a code discounted', () => {
  expect(appliedMessage(pesos(1_234_500))).toEqual({
    title: '¡Código aplicado!',
    description: 'Descuento de $1.234.500 aplicado',
  })
})

// shows: S8.12, S8.14
it('says that the request failed, and that a discount was removed', () => {
  expect(CALL_FAILED).toEqual({ title: 'Error', description: 'No se pudo validar el código de descuento' })
  expect(REMOVED_TITLE).toBe('Descuento removido')
})
