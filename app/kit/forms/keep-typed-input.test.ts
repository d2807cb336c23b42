import { data, UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router'
import { describe, expect, it } from 'vitest'
import { keepTypedInput, whyNotSaved } from './keep-typed-input.ts'

const request = new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams() })
const thrown = (status: number) => new ErrorResponse(status, '', 'x')

describe('an action without a response', () => {
  // shows: B8.4
  it('is reported as signed out when the session has expired', () => {
    expect(whyNotSaved(redirect('/auth?redirect=%2Fadmin%2Fsettings'))).toBe('signed_out')
    expect(whyNotSaved(redirect('/admin/settings?guardado=sales'))).toBeUndefined()
    expect(whyNotSaved(redirect('/authors'))).toBeUndefined()
  })

  it("is reported as unreachable when the server was not reached or failed; other errors are the page's own", () => {
    expect(whyNotSaved(new TypeError('Failed to fetch'))).toBe('unreached')
    expect([500, 503, 429].map(status => whyNotSaved(thrown(status)))).toEqual(Array(3).fill('unreached'))
    expect([400, 403, 404].map(status => whyNotSaved(thrown(status)))).toEqual(Array(3).fill(undefined))
  })

  it('keeps the page, with a status that triggers no loader', async () => {
    const away = await keepTypedInput({ request, serverAction: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(away).toMatchObject({ data: { notSaved: 'unreached' }, init: { status: 503 } })
    const missing = keepTypedInput({ request, serverAction: () => Promise.reject(thrown(404)) })
    await expect(missing).rejects.toMatchObject({ status: 404 })
    const saved = await keepTypedInput({ request, serverAction: async () => data({ saved: true }) })
    expect(saved).toMatchObject({ data: { saved: true } })
  })
})
