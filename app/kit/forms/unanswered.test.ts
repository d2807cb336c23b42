import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toastStore } from '#app/kit/ui/toast.ts'
import { keepTypedInput, unansweredIntent } from './keep-typed-input.ts'
import { shownPage } from './shown-page.ts'
import { keepUnanswered } from './unanswered.ts'

const failed = () => ({ type: 'error' as const, result: new TypeError('Failed to fetch') })
const at = (method: string, path: string) => ({ method, url: new URL(path, 'http://shop.test').href })
const STAYS = { type: 'data', result: { data: undefined, init: { status: 503 } } }

const sentForm = () =>
  new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams({ intent: 'save' }) })

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://shop.test/admin'))
})

afterEach(() => {
  shownPage.parts.clear()
  shownPage.page = { url: '', matches: [] }
})

it('an answer that the browser makes has a status that lets no loader run', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const answer = await keepTypedInput({ request: sentForm(), serverAction: lost }, unansweredIntent(['save']))
  expect(answer).toMatchObject({ data: { intent: 'save', done: false }, init: { status: 503 } })
  const unknown = keepTypedInput({ request: sentForm(), serverAction: lost }, unansweredIntent(['send']))
  await expect(unknown).rejects.toThrow('Failed to fetch')
  const toLogIn = new Response(null, { status: 302, headers: { Location: '/auth?redirect=%2Fadmin' } })
  const ended = keepTypedInput({ request: sentForm(), serverAction: () => Promise.reject(toLogIn) }, () => ({}))
  await expect(ended).rejects.toBe(toLogIn)
})

it('a form without an answer leaves its page as it is, with a message', async () => {
  const results = await keepUnanswered(at('POST', '/admin/reviews'), { list: failed() })
  expect(results).toMatchObject({ list: STAYS })
  expect(toastStore.current()).toMatchObject({ title: 'Sin respuesta', tone: 'error' })
})

it('a form that the shop refused, and one that it answered, keep their answers', async () => {
  const refused = { type: 'error' as const, result: new ErrorResponse(404, '', '') }
  const answered = { type: 'data' as const, result: data({ done: true }) }
  expect(await keepUnanswered(at('POST', '/a'), { a: refused, b: answered })).toEqual({ a: refused, b: answered })
})

it('a form that is too long leaves its page as it is, and says so', async () => {
  const text = 'Lo que enviaste es demasiado largo'
  const result = { type: 'error' as const, result: new ErrorResponse(413, 'Payload Too Large', text) }
  const results = await keepUnanswered(at('POST', '/auth'), { form: result })
  expect(results).toMatchObject({ form: { type: 'data', result: { init: { status: 413 } } } })
  expect(toastStore.current()).toMatchObject({ title: 'No se guardó', description: text, tone: 'error' })
})

it('a form that was refused without an answer of its own leaves its page as it is, and says why', async () => {
  const result = { type: 'error' as const, result: new ErrorResponse(409, '', { refusal: 'Ya no existe.' }) }
  const results = await keepUnanswered(at('POST', '/admin/reviews'), { list: result })
  expect(results).toMatchObject({ list: { type: 'data', result: { init: { status: 409 } } } })
  expect(toastStore.current()).toMatchObject({ title: 'No se guardó', description: 'Ya no existe.', tone: 'error' })
  const answer = keepTypedInput({ request: sentForm(), serverAction: () => Promise.reject(result.result) }, () => ({}))
  await expect(answer).rejects.toBe(result.result)
})

it('a part of a page goes without its data', async () => {
  shownPage.parts.add('http://shop.test/admin/search?box=1')
  const results = await keepUnanswered(at('GET', '/admin/search?box=1'), { search: failed() })
  expect(results).toMatchObject({ search: { type: 'data', result: { data: null } } })
})

it('the frame of a page without an answer keeps what it had', async () => {
  shownPage.page = { url: '', matches: [{ id: 'root', loaderData: { account: 'a' } }] }
  const results = await keepUnanswered(at('GET', '/admin/orders'), { root: failed(), orders: failed() })
  expect(results).toMatchObject({ root: { type: 'data', result: { account: 'a' } }, orders: { type: 'error' } })
})

describe('the page on the screen', () => {
  const HERE = 'http://shop.test/admin'
  const leadsHere = { type: 'data', result: { status: 302 } }
  const locationOf = (result: unknown) => result instanceof Response && result.headers.get('location')
  const show = () => {
    shownPage.page = { url: HERE, matches: [{ id: 'list', loaderData: { rows: 3 } }] }
  }

  it('stays where another one that was asked for does not come', async () => {
    show()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const results = await keepUnanswered(at('GET', '/admin?status=open'), { list: failed() })
    expect(results).toMatchObject({ list: leadsHere })
    expect(locationOf(results.list?.result)).toBe('/admin')
    expect(toastStore.current()).toMatchObject({ title: 'Sin conexión' })
    vi.unstubAllGlobals()
    vi.stubGlobal('location', new URL(HERE))
  })

  it('keeps its data when it is asked for itself', async () => {
    show()
    const results = await keepUnanswered(at('GET', '/admin'), { list: failed() })
    expect(results).toEqual({ list: { type: 'data', result: { rows: 3 } } })
  })

  it('stays where a form of another page gets no answer, such as the one that signs out', async () => {
    show()
    const results = await keepUnanswered(at('POST', '/sign-out'), { out: failed() })
    expect(locationOf(results.out?.result)).toBe('/admin')
    expect(await keepUnanswered(at('POST', '/admin?index'), { list: failed() })).toMatchObject({ list: STAYS })
  })
})
