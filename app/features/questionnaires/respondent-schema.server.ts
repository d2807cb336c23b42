import { z } from 'zod'
import { personName } from '#app/features/identity/identity-schema.server.ts'
import { isLonger } from '#app/kernel/text.ts'
import { emailOf, schemaOf, shapeOf } from '#app/kit/forms/schema.ts'
import type { AgeDeclaration } from '#app/platform/database/values.ts'
import { hasConfusedSymbols, readAccessCode } from '#app/platform/secrets/typed-code.ts'
import { EVIDENCE_SUFFIX } from './evidence.ts'
import { FIELD_MAX, isAboutData, OPEN_ANSWER_MAX, readAnswerText } from './questionnaire.ts'
import {
  AGE_MISSING,
  accessFields,
  CONFUSED_CODE,
  INVITATION_CODE,
  respondentFields,
  WRONG_EMAIL,
} from './respondent.ts'

/** Rules and messages of specification 2, section 5. */
export const accessSchema = z.object({
  email: emailOf(accessFields.email, WRONG_EMAIL),
  // A slip that no code can be is said at once: it guesses nothing, and is not counted as a try.
  access_code: schemaOf(accessFields.access_code)
    .refine(typed => !hasConfusedSymbols(typed), CONFUSED_CODE)
    .transform(readAccessCode),
})

/** The buyer is mailed that this person has finished: the name carries no address. */
const nameSchema = ({ full_name }: Pick<ReturnType<typeof respondentFields>, 'full_name'>) => personName(full_name)

/** E-mail and code are locked: the server takes them from the access, whatever is posted (spec D27). */
const age_declaration = z.enum(['14_or_more', 'guardian_consent'], AGE_MISSING)
/** Its value is the access's in any case; what is asked for is that it comes (specification 2, section 5). */
const invitation_code = z
  .string(INVITATION_CODE.required)
  .refine(code => code.trim().length >= INVITATION_CODE.minLength, INVITATION_CODE.required)
const dataRespondentSchema = z.object({
  ...shapeOf(respondentFields(true)),
  full_name: nameSchema(respondentFields(true)),
  invitation_code,
})
const otherRespondentSchema = z.object({
  ...shapeOf(respondentFields(false)),
  full_name: nameSchema(respondentFields(false)),
  invitation_code,
})

/**
 * The form's rules for a questionnaire: only one about data asks for the role with data.
 * @param asksAge whether its product's setting asks for the age (spec D58); otherwise what is posted of it is dropped
 */
export const respondentSchemaFor = (questionnaireId: string, asksAge: boolean) => {
  const schema = isAboutData(questionnaireId) ? dataRespondentSchema : otherRespondentSchema
  return (asksAge ? schema.extend({ age_declaration }) : schema).transform(
    ({ invitation_code: _, ...details }): RespondentDetails => details,
  )
}

/** The age is asked where the product's setting says so; who buys declares to be of age by accepting the terms of purchase. */
export type RespondentDetails = Omit<z.infer<typeof dataRespondentSchema>, 'invitation_code'> & {
  age_declaration?: AgeDeclaration
}

const runOfAccess = { access_id: z.uuid(), run_id: z.uuid() }

/**
 * The intents of the respondent's page. Fields of the two forms are validated by their own schemas, so that errors name
 * them.
 */
export const respondIntentSchema = z.discriminatedUnion('intent', [
  // With a run: the browser that shows it is opened again and stays on its page.
  z.object({ intent: z.literal('access'), run_id: z.uuid().optional() }),
  // A page that names no promise is answered like one whose promise has changed.
  z.object({
    intent: z.literal('start'),
    access_id: z.uuid(),
    promised: z.enum(['nominative', 'confidential', 'unknown']).catch('unknown'),
  }),
  z.object({ intent: z.literal('complete'), ...runOfAccess }),
  // The form of a browser without scripts.
  z.object({
    intent: z.literal('section'),
    ...runOfAccess,
    section: z.coerce.number().int(),
    to: z.enum(['-1', '1']).transform(to => (to === '1' ? 1 : -1)),
  }),
])

/** The address's query; anything invalid opens the access stage. */
export const runAddressSchema = z.object({ access_id: z.uuid(), assessment_id: z.uuid().optional() })

/** Answers per request: at most what a browser may have stored during an outage. */
const ANSWERS_PER_REQUEST = 60

const milliseconds = z
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER - 1)

const answerText = z
  .string()
  .transform(readAnswerText)
  .refine(text => !isLonger(text, OPEN_ANSWER_MAX))

const field = z.string().max(FIELD_MAX + EVIDENCE_SUFFIX)

export const answerSchema = z.union([
  z.object({ field, option: z.int().min(1).max(6), seq: milliseconds }),
  z.object({ field, text: answerText, seq: milliseconds }),
])

export const saveRequestSchema = z.object({
  run_id: z.uuid(),
  access_id: z.uuid(),
  questionnaire_id: z.string().regex(/^[a-z0-9][a-z0-9-]{1,79}$/),
  questionnaire_version: z.int().min(1).max(2_147_483_647),
  current_section: z.int().min(1).max(1000),
  // A browser with a wrong clock may send nonsense, which must not reject the answers.
  active_seconds: z.int().min(0).max(2_147_483_647).catch(0),
  // Validated one by one, so that a wrong answer does not reject the others.
  answers: z.array(z.unknown()).max(ANSWERS_PER_REQUEST),
})
