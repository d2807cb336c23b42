import { expect, it } from 'vitest'
import { readRecipients } from './mail-addresses.ts'

const read = (text: string) =>
  readRecipients(text, 1000)
    ?.slice(1)
    .map(({ cells }) => cells.join(' | '))

it.each([
  ['Ana Pérez <ana@x.cl>, Juan Soto <juan@x.cl>'],
  ['"Pérez, Ana" <ana@x.cl>; Juan Soto <juan@x.cl>;'],
  ['Ana Pérez <ana@x.cl>\r\n"Juan Soto" <juan@x.cl>\n'],
])('people pasted from a mail program are one row each: %j', text => {
  expect(read(text)).toEqual(['Ana Pérez | ana@x.cl', 'Juan Soto | juan@x.cl'])
})

it('reads addresses without a name, and several on one line', () => {
  expect(read('ana@x.cl, Juan <juan@x.cl>')).toEqual([' | ana@x.cl', 'Juan | juan@x.cl'])
  expect(read('ana@x.cl; juan@x.cl')).toEqual([' | ana@x.cl', ' | juan@x.cl'])
  expect(read('ANA.perez@x.cl; juan_soto@x.cl; ventas2.sur@x.cl; j.soto@x.cl')).toEqual([
    'Ana Perez | ANA.perez@x.cl',
    'Juan Soto | juan_soto@x.cl',
    ' | ventas2.sur@x.cl',
    ' | j.soto@x.cl',
  ])
})

it.each([
  ['Nombre;Apellido;Email;Rol;Área\nAna;Díaz;ana@x.cl;Gerente;Ventas'],
  ['Ana;Díaz;ana@x.cl;Gerente;Ventas'],
  ['ana@x.cl\nluis@x.cl'],
  ['ana@x.cl'],
  ['Ana <ana@x.cl'],
  ['Ana <>'],
  ['<b>hola</b>, ana@x.cl'],
  [''],
])('leaves any other list alone: %j', text => {
  expect(readRecipients(text, 1000)).toBeUndefined()
})

it('reads a long text in time that follows its length', () => {
  expect(readRecipients('"<'.repeat(200_000), 1000)).toBeUndefined()
  expect(readRecipients('a@b.cl,'.repeat(100_000), 10)).toHaveLength(11)
})
