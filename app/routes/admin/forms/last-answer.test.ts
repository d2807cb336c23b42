import { data, UNSAFE_ErrorResponseImpl as ErrorResponse, redirect } from 'react-router'
import { describe, expect, it } from 'vitest'
import { stayOnPage, whyNotSaved } from './last-answer.ts'

const thrown = (status: number) => new ErrorResponse(status, '', 'x')

describe('an action that is not answered', () => {
  // shows: B8.4
  it('was sent by somebody whose session has ended, where it leads to the log-in screen', () => {
    expect(whyNotSaved(redirect('/auth?redirect=%2Fadmin%2Fsettings'))).toBe('signed_out')
    expect(whyNotSaved(redirect('/admin/settings?guardado=sales'))).toBeUndefined()
    expect(whyNotSaved(redirect('/authors'))).toBeUndefined()
  })

  it('did not reach the server, or found it out of order; anything else is the page’s own to tell', () => {
    expect(whyNotSaved(new TypeError('Failed to fetch'))).toBe('unreached')
    expect([500, 503, 429].map(status => whyNotSaved(thrown(status)))).toEqual(Array(3).fill('unreached'))
    expect([400, 403, 404].map(status => whyNotSaved(thrown(status)))).toEqual(Array(3).fill(undefined))
  })

  it('lets the page stay, with a status that asks no loader', async () => {
    const away = await stayOnPage(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(away).toMatchObject({ data: { notSaved: 'unreached' }, init: { status: 503 } })
    await expect(stayOnPage(() => Promise.reject(thrown(404)))).rejects.toMatchObject({ status: 404 })
    expect(await stayOnPage(async () => data({ saved: true }))).toMatchObject({ data: { saved: true } })
  })
})
