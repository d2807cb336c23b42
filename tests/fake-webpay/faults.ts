import { OPERATIONS, type Operation } from './book.ts'

/**
 * What goes wrong with one request. `carriedOut`: the bank did the work, and only its answer is lost or spoiled.
 * `dropped`: the connection ends without a byte. `delay`: carried out at once, answered so many milliseconds later.
 */
export type Fault =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'server_error' | 'not_json' | 'dropped'; readonly carriedOut: boolean }
  | { readonly kind: 'delay'; readonly ms: number }

/** Which request is meant; what is left out matches every one. */
export type FaultTarget = { readonly operation?: Operation; readonly token?: string; readonly buyOrder?: string }

type Requested = { readonly [Name in keyof Required<FaultTarget>]: FaultTarget[Name] | undefined }

export type Faults = {
  /** Spoils the next request that matches and has no fault yet; calls queue up. */
  fail(fault: Fault, target?: FaultTarget): void
  /** Removes and returns the first fault that is meant for this request. */
  take(request: Requested): Fault | undefined
}

export function openFaults(): Faults {
  const waiting: { fault: Fault; target: FaultTarget }[] = []
  return {
    fail: (fault, target = {}) => void waiting.push({ fault, target }),
    take(request) {
      const index = waiting.findIndex(({ target }) =>
        (['operation', 'token', 'buyOrder'] as const).every(
          name => target[name] === undefined || target[name] === request[name],
        ),
      )
      return index === -1 ? undefined : waiting.splice(index, 1)[0]?.fault
    },
  }
}

/** A fault as it is written in JSON: `{ kind, carriedOut?, ms? }`. */
export function readFault({ kind, carriedOut, ms }: Readonly<Record<string, unknown>>): Fault | undefined {
  switch (kind) {
    case 'unauthorized':
      return { kind }
    case 'server_error':
    case 'not_json':
    case 'dropped':
      return { kind, carriedOut: carriedOut === true }
    case 'delay':
      return { kind, ms: Number(ms) }
    default:
      return undefined
  }
}

/** Which request a fault written in JSON is meant for: `{ operation?, token?, buyOrder? }`. */
export function readTarget({ operation, token, buyOrder }: Readonly<Record<string, unknown>>): FaultTarget {
  const known = OPERATIONS.find(name => name === operation)
  return {
    ...(known && { operation: known }),
    ...(typeof token === 'string' && { token }),
    ...(typeof buyOrder === 'string' && { buyOrder }),
  }
}
