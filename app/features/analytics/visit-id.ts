import { MINUTE_MS } from '#app/kernel/dates.ts'

const KEY = 'alhena.visit'
/** A pause as long as this ends a visit. */
const PAUSE_MS = 30 * MINUTE_MS

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** 32 hexadecimal digits of the browser's generator. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * The visit's random id, kept in session storage (specification 1, section 7), so that it ends with the tab. After a pause of 30
 * minutes there is a new one.
 * @param now milliseconds since 1970.
 */
export function visitId(storage: Storage, now: number): string {
  const kept = /^([0-9a-f]{32})\.(\d+)$/.exec(storage.getItem(KEY) ?? '')
  const id = kept?.[1] && now - Number(kept[2]) < PAUSE_MS ? kept[1] : newId()
  storage.setItem(KEY, `${id}.${now}`)
  return id
}

/** Forgets the id, as when somebody logs out or no longer wants to be measured. */
export const forgetVisit = (storage: Storage): void => storage.removeItem(KEY)

/** Session storage, or nothing but memory where the browser refuses it. */
export function visitStorage(): Storage {
  try {
    sessionStorage.getItem(KEY)
    return sessionStorage
  } catch {
    const memory = new Map<string, string>()
    return {
      getItem: key => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: key => void memory.delete(key),
    }
  }
}
