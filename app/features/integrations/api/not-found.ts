import { problem } from './answer.server.ts'

const nothingHere = () => problem(404, 'not_found', { detail: 'Las direcciones están en /api/v1/openapi.json' })

export const loader = nothingHere
export const action = nothingHere
