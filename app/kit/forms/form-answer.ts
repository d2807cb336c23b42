/** A row with a secret that the page shows once. */
export type Created = { id: string; secret: string }

/** A page's answer to one of its forms; `Field` and `Group` are the typed and ticked values to be corrected. */
export type FormAnswer<Intent extends string = string, Field extends string = string, Group extends string = never> = {
  intent: Intent
  done: boolean
  /** Shown at the top of the page; fields with errors have their own messages. */
  text: string
  errors: Readonly<Record<string, string>>
  values: Partial<Record<Field, string> & Record<Group, readonly string[]>>
  created?: Created
  /** The person decided on outdated data. */
  stale?: true
}

/** Whether a field of the form is to be corrected. */
export const hasErrors = (answer: Pick<FormAnswer, 'errors'> | undefined): boolean =>
  answer !== undefined && Object.keys(answer.errors).length > 0
