import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forgetDraft, keepDraft, storedDraft } from './checkout-draft.ts'

const OWNER = '00000000-0000-4000-8000-00000000000a'

function tab(initial?: string) {
  const items = new Map(initial === undefined ? [] : [['alhena.checkout', initial]])
  return {
    items,
    storage: () => ({
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    }),
  }
}

const formOf = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError')
}

describe('the checkout draft', () => {
  it('restores everything but the terms and the cart', () => {
    const { storage, items } = tab()
    keepDraft(OWNER, formOf({ document: 'factura', billing_rut: '76.192.083-9', terms: 'on', cart: '{}' }), storage)
    expect(storedDraft(OWNER, storage)).toEqual({ document: 'factura', billing_rut: '76.192.083-9' })
    expect([...items.values()].join()).not.toMatch(/terms|cart/)
  })

  it('keeps values of fields that leave the screen', () => {
    const { storage } = tab()
    keepDraft(OWNER, formOf({ document: 'factura', billing_name: 'Empresa SpA' }), storage)
    keepDraft(OWNER, formOf({ document: 'boleta' }), storage)
    expect(storedDraft(OWNER, storage)).toEqual({ document: 'boleta', billing_name: 'Empresa SpA' })
  })

  it('is not shown to another user who signs in afterwards', () => {
    const { storage } = tab()
    keepDraft(OWNER, formOf({ document: 'factura', billing_name: 'Empresa SpA' }), storage)
    expect(storedDraft('somebody else', storage)).toEqual({})
    keepDraft('somebody else', formOf({ document: 'factura' }), storage)
    expect(storedDraft('somebody else', storage)).toEqual({ document: 'factura' })
  })

  it('keeps a text that is too long for its field, whole, because the form says so', () => {
    const { storage } = tab()
    const billing_name = 'Razón '.repeat(2000)
    keepDraft(OWNER, formOf({ billing_name }), storage)
    expect(storedDraft(OWNER, storage)).toEqual({ billing_name })
  })

  it('is cleared after the purchase', () => {
    const { storage, items } = tab()
    keepDraft(OWNER, formOf({ billing_name: 'Empresa SpA' }), storage)
    forgetDraft(storage)
    expect(items.size).toBe(0)
  })

  it('reads any text without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), text => {
        const draft = storedDraft(OWNER, tab(text).storage)
        expect(Object.values(draft).every(value => typeof value === 'string')).toBe(true)
      }),
    )
    expect(
      storedDraft(OWNER, tab(`{"owner":"${OWNER}","__proto__":{"document":"x"},"billing_name":7}`).storage),
    ).toEqual({})
  })

  it('works without storage', () => {
    expect(storedDraft(OWNER, blocked)).toEqual({})
    expect(() => keepDraft(OWNER, formOf({}), blocked)).not.toThrow()
    expect(() => forgetDraft(blocked)).not.toThrow()
  })
})
