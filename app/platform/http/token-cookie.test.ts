import { expect, test } from 'vitest'
import { isToken, newToken, tokenCookie } from './token-cookie.server.ts'

const HTTP = 'http://localhost:3000'
const HTTPS = 'https://alhena.cl'
const TOKEN = newToken()

const asking = (cookie: string) => new Request(HTTP, { headers: { cookie } })

test('browsers take a cookie of the whole shop from its own host alone', () => {
  const cookie = tokenCookie('alhena_respondent', { seconds: 60 })
  expect(cookie.set(TOKEN, HTTPS)).toBe(
    `__Host-alhena_respondent=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(cookie.set(TOKEN, HTTP)).toBe(`alhena_respondent=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`)
  expect(cookie.read(asking(`a=b; __Host-alhena_respondent=${TOKEN}`), HTTPS)).toBe(TOKEN)
  expect(cookie.read(asking(`a=b; alhena_respondent=${TOKEN}`), HTTPS)).toBeUndefined()
  expect(cookie.read(asking(`a=b;alhena_respondent=${TOKEN}`), HTTP)).toBe(TOKEN)
  expect(cookie.clear(HTTPS)).toContain('__Host-alhena_respondent=; Path=/; Max-Age=0')
})

test('a cookie of one path has the prefix of encrypted connections', () => {
  const cookie = tokenCookie('alhena_cotizacion', { path: '/cotizacion', seconds: 60 })
  expect(cookie.set(TOKEN, HTTPS)).toContain(`__Secure-alhena_cotizacion=${TOKEN}; Path=/cotizacion;`)
})

test('what has not the shape of a token is none', () => {
  const { read } = tokenCookie('alhena_respondent', { seconds: 60 })
  for (const value of ['', 'short', `${TOKEN}x`, `${TOKEN.slice(1)}%`]) {
    expect(read(asking(`alhena_respondent=${value}`), HTTP)).toBeUndefined()
    expect(isToken(value)).toBe(false)
  }
  expect(isToken(null)).toBe(false)
})
