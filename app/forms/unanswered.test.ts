import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { toastStore } from '#app/ui/toast.ts'
import { asked } from './asked.ts'
import { answerOrKeepForm, keepForms } from './keep-form.ts'
import { keepUnanswered } from './unanswered.ts'

const failed = () => ({ type: 'error' as const, result: new TypeError('Failed to fetch') })
const at = (method: string, path: string) => ({ method, url: new URL(path, 'http://shop.test').href })
const STAYS = { type: 'data', result: { data: undefined, init: { status: 503 } } }

beforeAll(() => {
  vi.stubGlobal('location', new URL('http://shop.test/admin'))
})

afterEach(() => {
  asked.parts.clear()
  asked.frames.clear()
})

it('an answer that the browser makes has a status that lets no loader run', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await answerOrKeepForm(lost, () => ({ failure: 'x' }))).toMatchObject({ init: { status: 503 } })
  const request = new Request('http://shop.test/', { method: 'POST', body: new URLSearchParams({ intent: 'save' }) })
  expect(await keepForms({ request, serverAction: lost }, ['save'])).toMatchObject({
    data: { intent: 'save', done: false },
    init: { status: 503 },
  })
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

it('a part of a page goes without its data', async () => {
  asked.parts.add('http://shop.test/admin/search?box=1')
  const results = await keepUnanswered(at('GET', '/admin/search?box=1'), { search: failed() })
  expect(results).toMatchObject({ search: { type: 'data', result: { data: null } } })
})

it('the frame of a page without an answer keeps what it had', async () => {
  asked.frames.set('root', { account: 'a' })
  const results = await keepUnanswered(at('GET', '/admin/orders'), { root: failed(), orders: failed() })
  expect(results).toMatchObject({ root: { type: 'data', result: { account: 'a' } }, orders: { type: 'error' } })
})
