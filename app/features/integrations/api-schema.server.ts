import { z } from 'zod'
import { COMPANY_SIZES } from '#app/features/results/benchmark/benchmark.ts'
import { SECTORS } from '#app/features/results/benchmark/benchmark-fields.ts'

// Outputs of the API. Responses and their description (`openapi.ts`) use the same schemas, so that they
// agree.

export const id = z.uuid()
export const moment = z.iso.datetime({ offset: true }).meta({ description: 'Momento en UTC (RFC 3339).' })
const pesos = z.int().meta({ description: 'Pesos chilenos, con IVA incluido salvo que se diga otra cosa.' })

const product = z
  .object({ id, slug: z.string(), name: z.string() })
  .meta({ id: 'Product', description: 'Un producto del catálogo.' })

export const orderSchema = z
  .object({
    id,
    order_number: z.string(),
    status: z.enum(['pending', 'paid', 'failed', 'refunded', 'charged_back']),
    created_at: moment,
    paid_at: moment.nullable(),
    currency: z.literal('CLP'),
    subtotal_clp: pesos,
    discount_clp: pesos,
    total_clp: pesos,
    net_clp: z.int().meta({ description: 'Neto, sin IVA.' }),
    vat_clp: z.int().meta({ description: 'IVA.' }),
    refunded_clp: pesos.meta({ description: 'Lo devuelto hasta ahora.' }),
    discount_code: z.string().nullable(),
    document: z
      .object({
        type: z.enum(['boleta', 'factura']),
        rut: z.string().nullable(),
        name: z.string().nullable(),
        activity: z.string().nullable(),
        address: z.string().nullable(),
        commune: z.string().nullable(),
      })
      .meta({ description: 'El documento tributario pedido.' }),
    company_name: z.string().nullable(),
    buyer: z
      .object({
        id,
        email: z.string().nullable().meta({ description: 'null si la cuenta se eliminó.' }),
        first_name: z.string(),
        last_name: z.string(),
      })
      .meta({ description: 'Quien compró.' }),
    items: z.array(
      z.object({
        id,
        product,
        mode: z.enum(['self', 'business']),
        seats: z.int(),
        total_clp: pesos,
        result_mode: z.enum(['nominative', 'confidential']),
        adds_to_order_item_id: id.nullable().meta({ description: 'La línea a la que agrega asientos.' }),
      }),
    ),
  })
  .meta({ id: 'Order', description: 'Una compra.' })

export const accessSchema = z
  .object({
    id,
    order_id: id,
    order_item_id: id,
    product,
    status: z.enum(['active', 'in_use', 'completed', 'revoked']),
    email: z.string(),
    name: z.string().nullable(),
    job_role: z.string().nullable(),
    department: z.string().nullable(),
    invited: z.boolean().meta({ description: 'false: el acceso de quien compró.' }),
    created_at: moment,
    accessed_at: moment.nullable(),
    completed_at: moment.nullable(),
    expires_at: moment,
    progress: z.int().min(0).max(100).meta({ description: 'Avance en %; en compras confidenciales solo 0 o 100.' }),
  })
  .meta({ id: 'Access', description: 'El derecho de una persona a responder, o a participar en un taller.' })

const level = z
  .number()
  .min(1)
  .max(5)
  .nullable()
  .meta({ description: 'Nivel de 1 a 5; null sin respuestas con nivel.' })

export const resultSchema = z
  .object({
    id: id.meta({ description: 'El run_id de los webhooks.' }),
    access_id: id,
    order_id: id,
    order_item_id: id,
    product,
    person: z.object({
      full_name: z.string(),
      email: z.string(),
      position: z.string(),
      organizational_unit: z.string(),
    }),
    questionnaire: z.object({ id: z.string(), version: z.int() }),
    completed_at: moment,
    duration_seconds: z.int().nullable(),
    closed_by: z.enum(['respondent', 'buyer']),
    overall_level: level,
    sections: z.array(z.object({ title: z.string(), level })),
  })
  .meta({ id: 'Result', description: 'El resultado de una persona. Los de compras confidenciales no se entregan.' })

const agreement = z.number().min(0).max(1).nullable()
const share = z.number().min(0).max(1).nullable()
const evidence = z.object({ without: z.int(), of: z.int() }).nullable().meta({
  description: 'Respuestas en niveles 4 y 5 (of) y las que no tienen nota ni enlace (without); null si nadie los dio.',
})

const spread = {
  agreement: z
    .object({ low: z.int(), measured: z.int(), questions: z.int() })
    .meta({ description: 'Preguntas con acuerdo de hasta 0,50, preguntas medidas y todas.' }),
  evidence,
  variance_between_areas: share.meta({
    description: 'Eta cuadrado entre áreas de la organización; null donde no se puede calcular.',
  }),
  variance_between_positions: share.meta({ description: 'Eta cuadrado entre cargos.' }),
  difference: z.string().nullable().meta({ description: 'Dónde está la diferencia; null de 0,14 a 0,50.' }),
}
const change = {
  before: z.number(),
  now: z.number(),
  change: z.number().meta({ description: 'Diferencia de los niveles mostrados.' }),
  direction: z.enum(['up', 'down', 'unclear']).nullable().meta({
    description: 'up o down solo si el intervalo no incluye el 0 y el cambio es de al menos 0,3; null sin intervalo.',
  }),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .meta({ description: 'Intervalo de 95% del cambio.' }),
  pairs: z
    .object({ people: z.int(), up: z.int(), down: z.int(), same: z.int() })
    .nullable()
    .meta({ description: 'Quienes respondieron las dos veces y cuántos suben, bajan o siguen igual.' }),
}

const comparison = z
  .object({
    order_item_id: id,
    order_number: z.string(),
    people: z.int(),
    method: z
      .enum(['paired', 'independent'])
      .meta({ description: 'paired: las mismas personas, por su correo (Student); independent: Welch.' }),
    overall: z.object(change).nullable(),
    sections: z.array(z.object({ title: z.string(), ...change })),
  })
  .nullable()
  .meta({
    description: 'El cambio desde la compra nominativa anterior con que la página compara primero; null si no hay.',
  })

const quartiles = { q1: level, median: level, q3: level }

const benchmark = z
  .object({
    sector: z.enum(SECTORS),
    size: z.enum(COMPANY_SIZES).nullable().meta({ description: 'null: todos los tamaños del sector.' }),
    organisations: z.int().meta({ description: 'Cuántas organizaciones, al menos 10.' }),
    quarter: z.iso.date().meta({ description: 'Primer día del trimestre en que se calculó.' }),
    overall: z.object(quartiles),
    sections: z.array(z.object({ title: z.string(), ...quartiles })),
  })
  .nullable()
  .meta({
    description:
      'Primer cuartil, mediana y tercer cuartil de otras organizaciones del sector; null si la organización no participa o aún no hay.',
  })

export const state = z.enum(['todo', 'doing', 'done', 'dropped'])
const kind = z.enum(['find_out', 'agree', 'act', 'begin']).nullable().meta({
  description: 'Averiguar, acordar, hacer o empezar; null en acciones agregadas a mano.',
})
const goal = z.int().min(3).max(5).nullable().meta({ description: 'Nivel de llegada; solo de «act».' })
const day = z.iso.date().nullable()
const owner = z.string().nullable().meta({ description: 'Nombre de quien responde por la acción.' })

const plan = z
  .object({
    begun: z
      .boolean()
      .meta({ description: 'Si alguien trabaja con el plan; si no, es el que sale de las respuestas.' }),
    actions: z.array(
      z.object({
        place: z.int().meta({ description: 'Su número en el plan, desde 1.' }),
        title: z.string(),
        action_id: id.nullable().meta({ description: 'De un plan en que alguien trabaja.' }),
        kind,
        area: z.string().nullable(),
        number: z.int().nullable(),
        field: z.string().nullable(),
        reached: z.int().nullable(),
        goal,
        target: z.int().nullable(),
        impact: z.number().nullable().meta({
          description: 'Importancia por lo que falta hasta el nivel de llegada, por las preguntas del área.',
        }),
        effort_days: z.number().nullable().meta({ description: 'Días de trabajo de una persona, punto medio.' }),
        state: state.nullable(),
        due_on: day,
        owner,
      }),
    ),
  })
  .meta({ description: 'El plan que muestra la página, en su orden y sin lo que alguien quitó.' })

export const consolidatedSchema = z
  .object({
    order_item_id: id,
    questionnaire: z.object({ id: z.string(), version: z.int() }),
    people: z.int(),
    overall_level: level,
    ...spread,
    sections: z.array(
      z.object({
        title: z.string(),
        level,
        target: z
          .int()
          .meta({ description: 'Objetivo, de 1 a 5: el de la compra, o si no el que propone el cuestionario.' }),
        distance: z
          .number()
          .min(0)
          .max(4)
          .nullable()
          .meta({ description: 'Cuánto falta para el objetivo, con un decimal; 0 si se alcanza, null sin nivel.' }),
        ...spread,
        questions: z.array(
          z.object({
            number: z.int(),
            field: z.string(),
            level,
            agreement: agreement.meta({ description: 'r_WG de 0 a 1; null con menos de dos personas con nivel.' }),
            agreement_word: z.string().nullable(),
            evidence,
          }),
        ),
      }),
    ),
    comparison,
    benchmark,
    plan,
  })
  .meta({
    id: 'Consolidated',
    description: 'Los resultados de una línea de compra, con un decimal. Los de compras confidenciales no se entregan.',
  })

export const actionSchema = z
  .object({
    id: id.meta({ description: 'El action_id de los webhooks.' }),
    order_id: id,
    order_item_id: id,
    product,
    confidential: z.boolean().meta({
      description: 'true: field, kind, goal, reached, title y owner no se entregan y llegan null.',
    }),
    state,
    due_on: day,
    done_at: moment.nullable(),
    hidden: z.boolean().meta({ description: 'Quitada de lo que se muestra.' }),
    field: z.string().nullable().meta({ description: 'La pregunta; null en acciones agregadas a mano.' }),
    kind,
    goal,
    reached: z.int().nullable().meta({ description: 'Nivel desde el que parte.' }),
    title: z.string().nullable(),
    owner,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: 'Action', description: 'Una acción del plan de una compra en que alguien trabaja.' })

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    next: id.nullable().meta({ description: 'Pásalo como «after» para la página siguiente; null en la última.' }),
  })

export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: 'Estable, para programas.' }),
    detail: z.string().optional(),
    errors: z.record(z.string(), z.string()).optional().meta({ description: 'Qué parámetro está mal.' }),
  })
  .meta({ id: 'Problem', description: 'Un error (RFC 9457).' })
export type Problem = z.infer<typeof problemSchema>
