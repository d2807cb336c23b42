/**
 * The buyer's input at the checkout, stored in the tab until the purchase: a session may end and the page may be
 * reloaded.
 */
const STORAGE_KEY = 'alhena.checkout'

/**
 * Fields by name. Never the acceptance of the terms, which is given anew each time, nor the cart, which has its own
 * storage.
 */
export type CheckoutDraft = Readonly<Partial<Record<DraftField, string>>>

const FIELDS = [
  'document',
  'billing_rut',
  'billing_name',
  'billing_activity',
  'billing_address',
  'billing_commune',
  'company_name',
  'company_url',
] as const
export type DraftField = (typeof FIELDS)[number]

/** Reads known text fields from any object: storage and forms may contain anything. Whole, because a form says what is too long for it. */
const readDraft = (input: (field: DraftField) => unknown): CheckoutDraft => {
  const draft: Partial<Record<DraftField, string>> = {}
  for (const field of FIELDS) {
    const value = input(field)
    if (typeof value === 'string') draft[field] = value
  }
  return draft
}

/** The stored input of a buyer (by user id); empty when it can't be read or belongs to another user. Never throws. */
export function storedDraft(
  owner: string,
  storage: () => Pick<Storage, 'getItem'> = () => sessionStorage,
): CheckoutDraft {
  try {
    const stored: unknown = JSON.parse(storage().getItem(STORAGE_KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    const fields = new Map<string, unknown>(Object.entries(stored))
    return fields.get('owner') === owner ? readDraft(field => fields.get(field)) : {}
  } catch {
    return {}
  }
}

/** Merges the form's values into the stored ones: a field that is not on screen keeps its stored value. */
export function keepDraft(
  owner: string,
  form: FormData,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
): void {
  try {
    const draft = { ...storedDraft(owner, storage), ...readDraft(field => form.get(field)) }
    storage().setItem(STORAGE_KEY, JSON.stringify({ owner, ...draft }))
  } catch {
    // Without storage the checkout still works.
  }
}

/** Removes the stored input after the purchase. */
export function forgetDraft(storage: () => Pick<Storage, 'removeItem'> = () => sessionStorage): void {
  try {
    storage().removeItem(STORAGE_KEY)
  } catch {
    // Nothing was stored there.
  }
}
