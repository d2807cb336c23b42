type Status = 400 | 403 | 404 | 409 | 429 | 503

/**
 * `field`: where the text is shown. `title`: above it, where a form shows one. `status`: of the answer; 400 with a field, else 409.
 * `stale`: the person decided on outdated data.
 */
export type RefusalDetails = { field?: string; title?: string; status?: Status; stale?: boolean }

/**
 * An expected refusal, thrown where it is decided, with the Spanish text that the person reads. The transaction around it is rolled back,
 * so that a use case that keeps anything although it refuses (an attempt that counts) returns a `Result` instead. Whatever answers the
 * request shows it: `adminForm`, `answerForm` and `answerRefusals` in the form, `withRefusals` of the server where no form does.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly field: string | undefined
  readonly title: string | undefined
  readonly status: Status
  readonly stale: boolean

  constructor(text: string, { field, title, status, stale = false }: RefusalDetails = {}) {
    super(text)
    this.field = field
    this.title = title
    this.status = status ?? (field === undefined ? 409 : 400)
    this.stale = stale
  }
}

/** @throws Refusal always; for the right side of `??` and the body of an `if`. */
export function refuse(text: string, details?: RefusalDetails): never {
  throw new Refusal(text, details)
}

/**
 * Turns the violation of a constraint of the database into a refusal, by the constraint's name. It goes round the transaction, never
 * into it: PostgreSQL has aborted that one by then.
 * @throws Refusal, or the error itself where its constraint is none of these
 */
export async function refusing<Value>(
  work: Promise<Value>,
  constraints: Readonly<Record<string, readonly [text: string, details?: RefusalDetails]>>,
): Promise<Value> {
  try {
    return await work
  } catch (error) {
    const name = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const refusal = Object.hasOwn(constraints, name) ? constraints[name] : undefined
    throw refusal ? new Refusal(...refusal) : error
  }
}
