/** What a buyer has typed at the checkout, kept in the tab until the purchase: a session may end, and the page may be loaded anew. */
const STORAGE_KEY = 'alhena.checkout'

/** Fields by name. Never the acceptance of the terms, which is given each time, nor the cart, which has a storage of its own. */
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

const MAX_LENGTH = 300

/** Takes what is known and text from any object: storage and forms may hold anything. */
const readDraft = (input: (field: DraftField) => unknown): CheckoutDraft => {
  const draft: Partial<Record<DraftField, string>> = {}
  for (const field of FIELDS) {
    const value = input(field)
    if (typeof value === 'string') draft[field] = value.slice(0, MAX_LENGTH)
  }
  return draft
}

/**
 * What a buyer (by user id) had typed; nothing where that can't be read, or where somebody else had typed it. Never throws.
 */
export function keptDraft(
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

/** Keeps what stands in the form, over what was kept: a field that is not on screen has not been emptied. */
export function keepDraft(
  owner: string,
  form: FormData,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => sessionStorage,
): void {
  try {
    const draft = { ...keptDraft(owner, storage), ...readDraft(field => form.get(field)) }
    storage().setItem(STORAGE_KEY, JSON.stringify({ owner, ...draft }))
  } catch {
    // A tab that may keep nothing still sells.
  }
}

/** After the purchase nothing of it stays in the browser. */
export function forgetDraft(storage: () => Pick<Storage, 'removeItem'> = () => sessionStorage): void {
  try {
    storage().removeItem(STORAGE_KEY)
  } catch {
    // Nothing was kept there.
  }
}
