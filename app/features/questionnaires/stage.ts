import type { AnswerValue, QuestionnaireForm } from '#app/features/questionnaires/questionnaire.ts'
import type { RespondentValues } from '#app/features/questionnaires/respondent.ts'
import type { ResultMode } from '#app/platform/database/values.ts'

/** The steps of starting and closing a run whose failures the specification names apart (document 2, section 8). */
type RunStep = 'look_up' | 'update_access'

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

/** The product whose questionnaire or workshop a page serves. */
export type StageProduct = {
  slug: string
  name: string
  description: string
  /** The least that somebody can pay for it; undefined where it is not sold. */
  price: { text: string; vatText: string } | undefined
}

/** Whom the link of an invitation is for; the e-mail is masked. */
export type InvitedPerson = { accessId: string; email: string }

/** Who will read the answers, shown before the first question (spec D18). */
export type Audience =
  /** The person answers their own purchase. */
  | { kind: 'oneself' }
  /** The person answers the own seat of a purchase for an organisation. */
  | { kind: 'organisation'; organisation: string; consultant: string | undefined; confidential: boolean }
  /** `confidential`: the buyer reads groups only, never a person's answers. */
  | {
      kind: 'buyer'
      name: string
      company: string | undefined
      organisation: string | undefined
      /** Of the organisation, if that is its client company: its people read as well. */
      consultant: string | undefined
      confidential: boolean
      /** Whether the buyer shares the results with who answered. */
      shares: boolean
    }

export type PrivacyNotice = {
  version: string
  title: string
  templateNotice: string | undefined
  summary: string[]
  sections: { heading: string; body: string[] }[]
}

export type RespondentStage = {
  stage: 'respondent'
  accessId: string
  values: RespondentValues
  questionnaire: {
    title: string
    intro: string
    legalNote: string | undefined
    minutes: { min: number; max: number }
    sections: number
    questions: number
    /** Whether it is about data, so that the form asks for the role with data. */
    aboutData: boolean
  }
  /** Whether the product's setting asks for the age (spec D58). */
  asksAge: boolean
  /** Until which day the answers are asked for, as a formatted date. */
  deadline: string
  audience: Audience
  /** What the page promises; the start sends it back and is held to it. */
  promised: ResultMode
  notice: PrivacyNotice
}

export type AssessmentStage = {
  stage: 'assessment'
  runId: string
  accessId: string
  questionnaire: QuestionnaireForm
  answers: Record<string, AnswerValue>
  /** Client sequence per answered field: a newer answer stored in the browser wins. */
  sequences: Record<string, number>
  /** From 1. */
  currentSection: number
  /** The server's clock, in milliseconds. */
  serverTime: number
  activeSeconds: number
  audience: Audience
  notice: PrivacyNotice
}

/** The four stages of specification 2, section 2. */
export type Stage =
  /** `endedOn`: when the access of this browser's session expired, as a formatted date. */
  | { stage: 'access'; endedOn?: string | undefined }
  | RespondentStage
  | AssessmentStage
  | {
      stage: 'complete'
      runId: string
      title: string
      durationSeconds: number
      answered: number
      questions: number
      closedByBuyer: boolean
      aboutData: boolean
    }
