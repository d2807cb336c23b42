import { z } from 'zod'
import type { ApiScope } from '#app/platform/database/values.ts'
import { KEY_LIMIT } from './api-keys.ts'
import { accessesQuery, actionsQuery, ordersQuery, resultsQuery } from './api-queries.server.ts'
import {
  accessSchema,
  actionSchema,
  consolidatedSchema,
  orderSchema,
  pageOf,
  problemSchema,
  resultSchema,
} from './api-schema.server.ts'

/** An address of the API, as it is described and as the back office shows it. */
export type ApiOperation = {
  path: string
  id: string
  summary: string
  scope: ApiScope
  item: z.ZodType
  /** Of a list. */
  query?: z.ZodObject
}

export const API_OPERATIONS: readonly ApiOperation[] = [
  {
    path: '/orders',
    id: 'listOrders',
    summary: 'Lista órdenes',
    scope: 'orders:read',
    item: orderSchema,
    query: ordersQuery,
  },
  { path: '/orders/{id}', id: 'getOrder', summary: 'Una orden', scope: 'orders:read', item: orderSchema },
  {
    path: '/accesses',
    id: 'listAccesses',
    summary: 'Lista accesos',
    scope: 'accesses:read',
    item: accessSchema,
    query: accessesQuery,
  },
  { path: '/accesses/{id}', id: 'getAccess', summary: 'Un acceso', scope: 'accesses:read', item: accessSchema },
  {
    path: '/results',
    id: 'listResults',
    summary: 'Lista resultados',
    scope: 'results:read',
    item: resultSchema,
    query: resultsQuery,
  },
  { path: '/results/{id}', id: 'getResult', summary: 'Un resultado', scope: 'results:read', item: resultSchema },
  {
    path: '/consolidated/{id}',
    id: 'getConsolidated',
    summary: 'Resultados consolidados de una línea (order_item_id)',
    scope: 'results:read',
    item: consolidatedSchema,
  },
  {
    path: '/actions',
    id: 'listActions',
    summary: 'Lista acciones de planes',
    scope: 'results:read',
    item: actionSchema,
    query: actionsQuery,
  },
  { path: '/actions/{id}', id: 'getAction', summary: 'Una acción', scope: 'results:read', item: actionSchema },
]

type Schema = Record<string, unknown>

/** A schema as JSON, with its named parts moved into `definitions`, which the whole description shares. */
function schemaOf(type: z.ZodType, io: 'input' | 'output', definitions: Schema): Schema {
  const { $schema, $defs, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The format already says it, and clients must accept fields that are added later.
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'uuid') delete jsonSchema.pattern
      delete jsonSchema.additionalProperties
    },
  })
  Object.assign(definitions, $defs)
  return schema
}

/** The fields of a list's query, in order. */
export function parametersOf(
  query: z.ZodObject,
): { name: string; description: string; required: boolean; schema: Schema }[] {
  return Object.entries(query.shape).map(([name, type]) => {
    const { description = '', ...schema } = schemaOf(type, 'input', {})
    return { name, description: String(description), required: false, schema }
  })
}

const PROBLEMS: Readonly<Record<string, string>> = {
  '400': 'Un parámetro está mal, o no existe.',
  '401': 'Falta la clave, o ya no vale.',
  '403': 'La clave no tiene el permiso.',
  '404': 'No existe, o la clave no lo puede ver.',
  '429': `Más de ${KEY_LIMIT.points} solicitudes en un minuto: espera los segundos de Retry-After.`,
}

const problemAnswer = (description: string): Schema => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/$defs/Problem' } } },
})

const ANSWERS = Object.fromEntries(Object.entries(PROBLEMS).map(([status, text]) => [status, problemAnswer(text)]))

/** The API in OpenAPI 3.1, made from the schemas that its answers go through. @param appUrl the shop's public origin */
export function describeApi(appUrl: string): Schema {
  const definitions: Schema = {}
  schemaOf(problemSchema, 'output', definitions)
  const paths = API_OPERATIONS.map(({ path, id, summary, scope, item, query }) => {
    const schema = schemaOf(query ? pageOf(item) : item, 'output', definitions)
    const operation = {
      operationId: id,
      summary,
      description: `Permiso: \`${scope}\`.`,
      security: [{ key: [] }],
      parameters: query
        ? parametersOf(query).map(parameter => ({ in: 'query', ...parameter }))
        : [{ in: 'path', name: 'id', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        '200': {
          description: 'Bien.',
          headers: { ETag: { description: 'Para If-None-Match.', schema: { type: 'string' } } },
          content: { 'application/json': { schema } },
        },
        '304': { description: 'Nada cambió desde el ETag de If-None-Match.' },
        ...ANSWERS,
      },
    }
    return [path, { get: operation }] as const
  })
  const description: Schema = {
    openapi: '3.1.0',
    info: {
      title: 'API de Alhena',
      version: '1',
      description:
        'Órdenes, accesos, resultados y planes de la tienda, para otros sistemas de la empresa. Solo lectura.',
    },
    servers: [{ url: `${appUrl}/api/v1` }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'Una clave de Integraciones, que empieza con alh_.' },
      },
      schemas: definitions,
    },
  }
  // Where OpenAPI keeps what JSON Schema defines.
  return JSON.parse(JSON.stringify(description).replaceAll('#/$defs/', '#/components/schemas/'))
}
