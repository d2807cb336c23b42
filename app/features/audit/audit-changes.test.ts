import { expect, it } from 'vitest'
import { entryKey, entryPosition } from './audit.ts'
import { changesOf, changeWords } from './audit-changes.ts'
import { actionText, actorText, entityText } from './audit-texts.ts'

// shows: B3.6
it('shows changes field by field, nested fields by path, unchanged ones last', () => {
  const before = {
    name: 'Uno',
    price: 100,
    featured: false,
    tags: ['a', 'b'],
    levels: [{ name: 'Bajo' }, { name: 'Alto' }],
  }
  const after = {
    name: 'Uno',
    price: 250,
    featured: true,
    tags: ['a'],
    levels: [{ name: 'Bajo' }, { name: 'Superior' }],
    note: null,
  }
  expect(changesOf(before, after)).toEqual([
    { field: 'price', before: '100', after: '250', isChanged: true },
    { field: 'featured', before: 'No', after: 'Sí', isChanged: true },
    { field: 'tags', before: 'a, b', after: 'a', isChanged: true },
    { field: 'levels › 2 › name', before: 'Alto', after: 'Superior', isChanged: true },
    { field: 'note', before: undefined, after: '', isChanged: true },
    { field: 'name', before: 'Uno', after: 'Uno', isChanged: false },
    { field: 'levels › 1 › name', before: 'Bajo', after: 'Bajo', isChanged: false },
  ])
  expect(changeWords('assessment', before, after)).toBe(
    'Precio: 100 → 250, Destacado: No → Sí, Etiquetas: a, b → a y 2 más',
  )
  expect(changesOf(null, null)).toEqual([])
  expect(changesOf('Texto de antes', 'Texto de ahora')).toEqual([
    { field: 'valor', before: 'Texto de antes', after: 'Texto de ahora', isChanged: true },
  ])
})

it('names the parts of documents', () => {
  const block = (text: string) => ({ texts: { subject: 'Hola' }, blocks: [{ text: 'Uno' }, { text }] })
  expect(changeWords('mail_text', block('Dos'), block('Tres'))).toBe('Bloque 2 › Texto: Dos → Tres')
  expect(changeWords('mail_text', block('Dos'), { ...block('Dos'), texts: { subject: 'Chao' } })).toBe(
    'Textos › Asunto: Hola → Chao',
  )
  expect(changeWords('questionnaire', { levels: [{ name: 'A' }] }, { levels: [{ name: 'B' }] })).toBe(
    'Nivel 1 › Nombre: A → B',
  )
})

it('says values as people read them, and leaves out ids and long texts', () => {
  const id = '0d7cf1c5-84f4-4c38-8f3a-d9a2c1c4a001'
  expect(changeWords('orders', { status: 'pending', total_clp: 1000 }, { status: 'paid', total_clp: 249_990 })).toBe(
    'Estado: Pendiente → Pagado, Total: $1.000 → $249.990',
  )
  expect(changeWords('user_accesses', { status: 'active' }, { status: 'in_use' })).toBe('Estado: Invitado → Accedió')
  expect(changeWords('profiles', undefined, { role: 'admin' })).toBe('Rol: Administrador de Plataforma')
  expect(changeWords('user_accesses', null, { order_item_id: id, expires_at: '2027-01-15T02:59:59.999Z' })).toBe(
    'Compra, Vence: 14-01-2027 23:59',
  )
  expect(changeWords('discount_codes', { valid_until: '2026-12-31' }, { valid_until: '2027-01-31' })).toBe(
    'Vigente hasta: 31-12-2026 → 31-01-2027',
  )
  expect(changeWords('shop_text', { hero_title: 'Uno' }, { hero_title: 'a'.repeat(60) })).toBe('Título de la portada')
})

it('names rows as lists do, and ignores inherited property names', () => {
  expect(entryPosition(entryKey(1))).toBe('1')
  expect(entryPosition(entryKey(2 ** 40 + 7))).toBe(String(2 ** 40 + 7))
  expect(entryPosition('0d7cf1c5-84f4-4c38-8f3a-d9a2c1c4a001')).toBe('0')
  expect(entryPosition(undefined)).toBeUndefined()
})

it('describes actions in Spanish, and a code without a label in words', () => {
  expect([actionText('access_revoked'), actionText('moon_landed')]).toEqual(['Acceso revocado', 'Moon landed'])
  expect([entityText('orders'), entityText('moons')]).toEqual(['Orden', 'Moons'])
  const nobody = { id: null, name: null, email: null }
  expect(actorText({ ...nobody, kind: 'system' })).toBe('Sistema')
  expect(actorText({ kind: 'user', id: 'x', name: 'Rosa Díaz', email: 'rosa@example.cl' })).toBe('Rosa Díaz')
})
