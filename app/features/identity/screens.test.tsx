import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { AccessDenied, accessDeniedFrom } from '#app/features/identity/sign-in/access-denied.tsx'
import { CheckingAccess, useAuth } from './auth-provider.tsx'

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '|')

describe('AccessDenied', () => {
  const thrown = (data: unknown, status = 403) => ({ status, statusText: '', internal: false, data })

  // shows: S2.17, S2.18
  it('shows the specified texts', () => {
    const denial = accessDeniedFrom(thrown({ requiredRoles: ['admin'], currentRole: 'assessment_manager' }))
    expect(denial).toEqual({ requiredRoles: ['admin'], currentRole: 'assessment_manager' })
    if (!denial) return
    const Screen = createRoutesStub([{ path: '/', Component: () => <AccessDenied {...denial} /> }])
    const text = textOf(renderToString(<Screen />))
    for (const part of [
      'Acceso Denegado',
      'No tienes permisos para acceder a esta página.',
      'Rol requerido',
      'Administrador de Plataforma',
      'Tu rol actual',
      'Gestor de assessments',
      'Volver',
      'Ir al Inicio',
    ]) {
      expect(text).toContain(`|${part}|`)
    }
  })

  it.each([
    new Error('x'),
    undefined,
    thrown({ requiredRoles: ['admin'], currentRole: 'client' }, 404),
    thrown(null),
    thrown('Forbidden'),
    thrown({ currentRole: 'root', requiredRoles: ['admin'] }),
    thrown({ currentRole: 'client' }),
  ])('ignores other errors (%#)', error => expect(accessDeniedFrom(error)).toBeUndefined())
})

// shows: S2.15
it('shows that access is being checked', () => {
  expect(textOf(renderToString(<CheckingAccess />))).toContain('Verificando acceso...')
})

// shows: S8.18
it('throws in useAuth outside of its provider', () => {
  const Stray = () => <p>{useAuth().user?.email}</p>
  expect(() => renderToString(<Stray />)).toThrow('useAuth must be used within an AuthProvider')
})
