import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterLogIn, authAddress, withRedirect } from './auth-address.ts'
import { fullName, initials, isRole, safeRedirect } from './identity.ts'

const SHOP = 'https://alhena.cl'

describe('safeRedirect', () => {
  it.each([
    '/',
    '/account',
    '/account/dashboard?estado=activo',
    '/assessment/dama-assessment#precio',
    '/a%20b?x=%2F%2Fy',
  ])('keeps %s', path => expect(safeRedirect(path)).toBe(path))

  it.each([
    null,
    '',
    'account',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https:evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%0d%0aLocation:x',
    '/\u0000',
    '/\u0085/evil.example',
  ])('refuses %j', path => expect(safeRedirect(path)).toBe('/'))

  it("refuses paths longer than any page's", () => expect(safeRedirect(`/${'a'.repeat(3001)}`)).toBe('/'))

  const tricky = fc.string({
    unit: fc.constantFrom(
      ...[
        '/',
        '\\',
        '.',
        ':',
        '@',
        '?',
        '#',
        '%2f',
        '%5C',
        '%2e',
        '%09',
        '%',
        '\t',
        '\n',
        '\r',
        '\u0000',
        ' ',
        'evil.cl',
        'https:',
        'ñ',
        '\ud800',
        '[',
        ']',
      ],
    ),
    maxLength: 12,
  })

  it('always yields a path that every resolution keeps in the shop', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          tricky,
          tricky.map(rest => `/${rest}`),
          fc.webUrl(),
          fc.string({ unit: 'binary' }),
        ),
        input => {
          const path = safeRedirect(input)
          expect(path).toMatch(/^\/(?!\/)[\x20-\x7e]*$/)
          const once = new URL(path, SHOP)
          expect(once.origin).toBe(SHOP)
          expect(new URL(once.pathname + once.search, SHOP).origin).toBe(SHOP)
          expect(
            new URL(decodeURIComponent(once.pathname.replaceAll(/%(?![\da-f]{2})/gi, '%25')) || '/', SHOP).origin,
          ).toBe(SHOP)
          expect(safeRedirect(path)).toBe(path)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('afterLogIn', () => {
  it.each(['/auth', '/auth?mode=register', '/auth/confirm?token=x', '/sign-out', '/auth.data', '//evil'])(
    'does not lead to %s',
    path => expect(afterLogIn(path)).toBe('/'),
  )
  it.each(['/authors', '/account', '/auth-x'])('leads to %s', path => expect(afterLogIn(path)).toBe(path))
})

describe('authAddress', () => {
  it('keeps the redirect, mode and notice', () => {
    expect(authAddress()).toBe('/auth')
    expect(authAddress({ redirect: '/' })).toBe('/auth')
    expect(authAddress({ mode: 'register', redirect: '/account?x=1&y=2' })).toBe(
      '/auth?mode=register&redirect=%2Faccount%3Fx%3D1%26y%3D2',
    )
    expect(authAddress({ notice: 'checkout', redirect: '//evil' })).toBe('/auth?aviso=checkout')
    expect(withRedirect('/auth/confirm', '/checkout', { token: 'a.b' })).toBe(
      '/auth/confirm?token=a.b&redirect=%2Fcheckout',
    )
  })
})

describe('names', () => {
  // shows: S2.55
  it('produces initials', () => {
    expect(initials('ana', 'rojas')).toBe('AR')
    expect(initials('Ñusta', '')).toBe('Ñ')
    expect(initials('😀x', 'y')).toBe('😀Y')
    expect(initials(' ', '')).toBe('?')
    expect(fullName({ first_name: 'Ana', last_name: '' })).toBe('Ana')
  })

  // shows: S1.4
  it('recognises the four roles', () => {
    expect(['admin', 'client', 'respondent', 'assessment_manager'].every(isRole)).toBe(true)
    expect([undefined, '', 'root', 'toString'].some(isRole)).toBe(false)
  })
})
