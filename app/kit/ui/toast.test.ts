import { afterEach, expect, it } from 'vitest'
import { dismissToast, notify, toastStore } from './toast.ts'

afterEach(() => dismissToast())

// shows: S9.18
it('shows one message at a time: the newest', () => {
  notify({ title: 'Primero' })
  notify({ title: 'Segundo', description: 'El que queda', tone: 'error' })
  expect(toastStore.current()).toMatchObject({ title: 'Segundo', description: 'El que queda', tone: 'error' })
  dismissToast()
  expect(toastStore.current()).toBeNull()
})

it('leaves a newer message alone when an older one is dismissed late', () => {
  notify({ title: 'Primero' })
  const first = toastStore.current()?.id
  notify({ title: 'Segundo' })
  dismissToast(first)
  expect(toastStore.current()).toMatchObject({ title: 'Segundo' })
})
