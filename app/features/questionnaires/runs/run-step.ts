/** The steps of starting and closing a run whose failures the specification names apart (document 2, section 8). */
export type RunStep = 'look_up' | 'update_access'

const steps = new WeakMap<object, RunStep>()

/** Does a step; an error that ends it is remembered as this step's. @throws what the work throws */
export async function atStep<Outcome>(step: RunStep, work: Promise<Outcome>): Promise<Outcome> {
  try {
    return await work
  } catch (error) {
    if (typeof error === 'object' && error !== null && !steps.has(error)) steps.set(error, step)
    throw error
  }
}

/** The step that an error ended; undefined for any other. */
export const failedStep = (error: unknown): RunStep | undefined =>
  typeof error === 'object' && error !== null ? steps.get(error) : undefined
