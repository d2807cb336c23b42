import { z } from 'zod'

const text = z.string().nullable()
const time = z.string()
const someTime = z.string().nullable()

const answer = z.object({
  field: z.string(),
  option: z.number().nullable(),
  text,
  updated_at: time,
})

const run = z.object({
  full_name: z.string(),
  position: z.string(),
  organizational_unit: z.string(),
  data_role: z.string(),
  company_name: z.string(),
  privacy_notice_version: z.string(),
  age_declaration: text,
  status: z.enum(['in_progress', 'completed']),
  closed_by: text,
  start_time: time,
  end_time: someTime,
  questionnaire_id: z.string(),
  questionnaire_version: z.number(),
  answers: z.array(answer),
})

const access = z.object({
  id: z.string(),
  product: z.string(),
  is_workshop: z.boolean(),
  own: z.boolean(),
  buyer: text,
  buyer_company: text,
  organisation: text,
  confidential: z.boolean(),
  status: z.enum(['active', 'in_use', 'completed', 'revoked']),
  blocked: z.boolean(),
  first_name: text,
  last_name: text,
  invitee_name: text,
  invitee_company: text,
  job_role: text,
  department: text,
  created_at: time,
  opened_at: someTime,
  accessed_at: someTime,
  completed_at: someTime,
  expires_at: time,
  reminders_sent: z.number(),
  run: run.nullable(),
  review: z
    .object({ rating: z.number(), comment: z.string(), author_name: text, status: z.string(), created_at: time })
    .nullable(),
  certificate: z.object({ code: z.string(), full_name: z.string(), issued_at: time }).nullable(),
  lessons_done: z.number(),
})

/** What `private.own_personal_data` returns: everything that is kept about the owner of a mailbox. Times are ISO texts. */
export const personalDataSchema = z.object({
  email: z.string(),
  mail_objection: z.boolean(),
  account: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      company: text,
      phone: text,
      role: z.string(),
      created_at: time,
      measured_events: z.number(),
    })
    .nullable(),
  accesses: z.array(access),
  purchases: z.array(
    z.object({
      order_number: z.string(),
      status: z.string(),
      total_clp: z.number(),
      created_at: time,
      paid_at: someTime,
      document_type: z.string(),
      billing_rut: text,
      billing_name: text,
      billing_activity: text,
      billing_address: text,
      billing_commune: text,
      company_name: text,
      company_url: text,
      terms_version: z.string(),
      terms_accepted_at: time,
    }),
  ),
  quotations: z.array(
    z.object({
      number: z.string(),
      issued_at: time,
      total_clp: z.number(),
      buyer_name: z.string(),
      buyer_phone: text,
      company_name: text,
      company_rut: text,
      company_address: text,
      reference: text,
    }),
  ),
  organisations: z.array(z.object({ name: z.string(), role: z.string(), joined_at: time })),
  plan_actions: z.array(
    z.object({
      product: z.string(),
      /** Of the own plan; else of a purchase's, which names the person as its owner. */
      own: z.boolean(),
      title: z.string(),
      owner_name: text,
      due_on: z.string().nullable(),
      state: z.enum(['todo', 'doing', 'done', 'dropped']),
      created_at: time,
      note: text,
      dropped_reason: text,
    }),
  ),
  mails: z.array(
    z.object({ template: z.string(), subject: text, status: z.string(), created_at: time, sent_at: someTime }),
  ),
  log: z.array(z.object({ at: time, action: z.string(), by: z.string() })),
  requests: z.array(
    z.object({
      number: z.string(),
      kind: z.enum(['access', 'portability', 'rectification', 'erasure', 'objection', 'blocking']),
      status: z.enum(['open', 'done', 'refused']),
      received_at: time,
      due_at: time,
      answered_at: someTime,
      answer: text,
    }),
  ),
})
