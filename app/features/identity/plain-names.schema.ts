import { z } from 'zod'
import { foldName, withSpacedAbbreviations } from '#app/kernel/fold.ts'
import type { TextDeclaration } from '#app/kit/forms/fields.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { isPersonName, isPlainText, NOT_A_NAME, NOT_PLAIN } from './plain-names.ts'

/** A person's name, folded; a mail to whatever address was typed greets with it, so it may carry no address itself. */
export const personName = (field: TextDeclaration) =>
  z
    .string()
    .default('')
    .transform((typed): string | undefined => foldName(typed))
    .pipe(schemaOf(field))
    .refine(isPersonName, NOT_A_NAME)

/** A text about a person, a post, an area or a company that may stand in a mail to others. */
export const plainText = (field: TextDeclaration) =>
  z
    .string()
    .default('')
    .transform((typed): string | undefined => withSpacedAbbreviations(typed))
    .pipe(schemaOf(field))
    .refine(isPlainText, NOT_PLAIN)
