import { describe, expect, it } from 'vitest'
import { guessNameOrder, splitFullName } from './person-names.ts'

describe('a full name', () => {
  it.each([
    ['Ana Pérez', 'Ana', 'Pérez', false],
    ['Ana María Pérez Soto', 'Ana María', 'Pérez Soto', true],
    ['Ana Pérez Soto', 'Ana', 'Pérez Soto', true],
    ['María José Pérez', 'María José', 'Pérez', true],
    ['Juan de la Fuente San Martín', 'Juan', 'de la Fuente San Martín', true],
    ['María de los Ángeles Rojas Díaz', 'María de los Ángeles', 'Rojas Díaz', true],
    ['Ana', 'Ana', '', false],
    ['', '', '', false],
    ['Pérez Soto, Ana María', 'Ana María', 'Pérez Soto', false],
  ])('«%s» has the given names «%s» and the surnames «%s»', (name, firstName, lastName, guessed) => {
    expect(splitFullName(name, 'first_last')).toEqual({ firstName, lastName, guessed })
  })

  it.each([
    ['PÉREZ SOTO ANA MARÍA', 'ANA MARÍA', 'PÉREZ SOTO'],
    ['Pérez Ana', 'Ana', 'Pérez'],
    ['Pérez Soto Ana', 'Ana', 'Pérez Soto'],
    ['Pérez María José', 'María José', 'Pérez'],
    ['DE LA FUENTE SOTO JUAN PABLO', 'JUAN PABLO', 'DE LA FUENTE SOTO'],
    ['Pérez Soto, Ana María', 'Ana María', 'Pérez Soto'],
  ])('with surnames first: «%s» is «%s» «%s»', (name, firstName, lastName) => {
    expect(splitFullName(name, 'last_first')).toMatchObject({ firstName, lastName })
  })
})

describe('the order of a column of names', () => {
  it.each([
    ['Nombre completo', ['Ana María Pérez Soto', 'Luis Rojas'], 'first_last'],
    ['Nombre completo', ['PÉREZ SOTO ANA MARÍA', 'ROJAS DÍAZ LUIS', 'KAUR SINGH JASPREET'], 'last_first'],
    ['Apellidos y nombres', ['Kaur Singh Jaspreet'], 'last_first'],
    ['Nombre', ['Pérez Soto, Ana', 'Kaur, Luis'], 'first_last'],
    ['Nombre', ['Xi Wu'], 'first_last'],
    ['Nombre', [], 'first_last'],
  ])('is told by its title and its usual given names: %s %j', (title, names, order) => {
    expect(guessNameOrder(title, names)).toBe(order)
  })
})
