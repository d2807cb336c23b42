import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CheckMail, readTyped, type TypedSignUp } from './check-mail.tsx'

const ANA: TypedSignUp = { email: 'ana@example.cl', first_name: 'Ana', last_name: 'Rojas', role: 'client' }

function shown(typed: TypedSignUp, hasMailbox: boolean): string {
  const Screen = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <CheckMail redirectTo="/checkout" typed={typed} hasMailbox={hasMailbox} since="signed up">
          <p>Listo</p>
        </CheckMail>
      ),
    },
  ])
  return renderToString(<Screen />)
}

describe("'Revisa tu correo'", () => {
  it('names the mailbox and offers another link and address, also before its scripts run', () => {
    const html = shown(ANA, false)
    expect(html).toContain('ana@example.cl')
    expect(html).toContain('name="email" value="ana@example.cl"')
    expect(html).toContain('href="/auth?mode=register&amp;redirect=%2Fcheckout"')
    expect(html).not.toContain('aria-disabled="true"')
    expect(html).not.toContain('/demo/correo')
  })

  it('leads to the mailbox in a demo, and asks for an address that it does not know', () => {
    const html = shown(readTyped(null), true)
    expect(html).toContain('href="/demo/correo"')
    expect(html).toContain('type="email"')
  })

  it('takes over only texts of what a screen before passed on', () => {
    expect(readTyped(ANA)).toEqual(ANA)
    expect(readTyped({ ...ANA, email: 1, other: 'x' })).toEqual({ ...ANA, email: '' })
    expect(readTyped('x')).toEqual({ email: '', first_name: '', last_name: '', role: '' })
  })
})
