import { expect, it } from 'vitest'
import { SIGNUP_ROLES } from '#app/platform/auth/signup-roles.ts'
import { ROLE_LABELS, ROLE_TITLES, SIGNUP_ROLE_OPTIONS } from './identity.ts'

// shows: S1.4, S2.56
it('labels roles on the profile as specified', () => {
  expect(ROLE_LABELS).toEqual({
    admin: 'Administrador',
    client: 'Cliente',
    respondent: 'Respondedor',
    assessment_manager: 'Gestor de assessments',
  })
})

// shows: S6.1
it('has the full names of the roles for screens about permissions', () => {
  expect(ROLE_TITLES).toEqual({
    admin: 'Administrador de Plataforma',
    client: 'Cliente',
    respondent: 'Respondedor de Assessment',
    assessment_manager: 'Gestor de assessments',
  })
})

// shows: S6.6
it('offers three account types at sign-up, the manager first, each with a description', () => {
  expect(SIGNUP_ROLE_OPTIONS).toEqual([
    {
      value: 'assessment_manager',
      label: 'Gestor de assessments',
      description: 'Compra assessments y gestiona participantes',
    },
    { value: 'client', label: 'Cliente', description: 'Compra y gestiona assessments' },
    { value: 'respondent', label: 'Respondedor de Assessment', description: 'Participa en assessments' },
  ])
})

// shows: S6.7
it('offers only what the server accepts, and never admin', () => {
  expect(SIGNUP_ROLE_OPTIONS.map(option => option.value).toSorted()).toEqual([...SIGNUP_ROLES].toSorted())
  expect(SIGNUP_ROLE_OPTIONS.map<string>(option => option.value)).not.toContain('admin')
})
