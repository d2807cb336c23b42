import { createContext } from 'react-router'

/** Marks the scripts that this render made, for the content security policy. */
export const nonceContext = createContext<string>()

/** Filled when a loader or the rendering failed, so that the HTTP layer can answer with the right status. */
export type Failure = { outage: boolean }
export const failureContext = createContext<{ current?: Failure }>()
