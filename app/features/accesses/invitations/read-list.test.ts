import { describe, expect, it } from 'vitest'
import { checkPerson } from '#app/features/accesses/accesses-schema.server.ts'
import { row, workbook } from '#app/platform/sheets/workbook.test-support.ts'
import type { ListedPerson } from './invitation-list.ts'
import { unreadListText } from './invitation-list-texts.ts'
import { storedSource } from './list-source.ts'
import { read } from './read-list.server.ts'

function listOf(bytes: Uint8Array) {
  const list = read({ bytes })
  if (!list.ok) throw new Error(unreadListText(list.error))
  const { people, source } = list.value
  return { people, notes: source?.sheets[0]?.notes ?? [], reading: source?.reading }
}
const csv = (...lines: string[]) => listOf(Buffer.from(lines.join('\r\n')))
const refusal = (bytes: Uint8Array) => {
  const list = read({ bytes })
  return list.ok ? undefined : unreadListText(list.error)
}

describe('lists as personnel departments and programs export them', () => {
  it.each([
    [
      'RUT;Nombres;Apellido Paterno;Apellido Materno;Correo Corporativo;Cargo;Gerencia',
      '1-9;María José;Pérez;Soto;mj@x.cl;Analista;Finanzas',
    ],
    [
      'Ap. Paterno;Ap. Materno;Nombre(s);E-mail laboral;Puesto;Depto.',
      'Pérez;Soto;María José;mj@x.cl;Analista;Finanzas',
    ],
    [
      'Primer nombre;Segundo nombre;Primer apellido;Segundo apellido;Dirección de correo electrónico;Rol;Área',
      'María;José;Pérez;Soto;mj@x.cl;Analista;Finanzas',
    ],
    ['Apellidos y nombres;Mail;Cargo;Unidad', 'PÉREZ SOTO MARÍA JOSÉ;mj@x.cl;Analista;Finanzas'],
    ['Nombre completo;Email;Cargo;Departamento', 'Pérez Soto, María José;mj@x.cl;Analista;Finanzas'],
    [
      'Nombre del trabajador;Correo personal;Correo empresa;Cargo;Gerencia',
      'María José Pérez Soto;yo@casa.cl;mj@x.cl;Analista;Finanzas',
    ],
    [
      'RUT;Nombres;1er Apellido;2do Apellido;Correo electrónico institucional;Cargo;Depto.',
      '1-9;María José;Pérez;Soto;mj@x.cl;Analista;Finanzas',
    ],
    ['nombres;apellido1;apellido2;correoElectronico;cargo;area', 'María José;Pérez;Soto;mj@x.cl;Analista;Finanzas'],
    [
      'Nombre(s);1º Apellido (paterno);2º Apellido (materno);Correo inst.;Rol en la empresa;Área a la que pertenece',
      'María José;Pérez;Soto;mj@x.cl;Analista;Finanzas',
    ],
    [
      'Nombre(s) y Apellido(s);E-mail (institucional);Cargo / Función;Gerencia / Área',
      'María José Pérez Soto;mj@x.cl;Analista;Finanzas',
    ],
    [
      'Funcionario(a);Correo jefatura;Correo;Cargo jefe;Código cargo;Cargo que desempeña;Departamento/Unidad',
      'María José Pérez Soto;jefe@x.cl;mj@x.cl;Gerente;C-1;Analista;Finanzas',
    ],
    [
      'Nombre Completo (Apellidos, Nombres);Correo;Puesto;Subdirección',
      'Pérez Soto María José;mj@x.cl;Analista;Finanzas',
    ],
    ['First Name;Last Name;Work Email;Job Title;Department', 'María José;Pérez Soto;mj@x.cl;Analista;Finanzas'],
    [
      'Given Name;Family Name;E-mail 1 - Value;Position;Business Unit',
      'María José;Pérez Soto;mj@x.cl;Analista;Finanzas',
    ],
  ])('%s', (titles, person) => {
    const { people } = csv(titles, person)
    const [only] = people
    expect(people).toHaveLength(1)
    const name = `${only?.firstName} ${only?.lastName}`.toLowerCase()
    expect([name, only?.email, only?.role, only?.area]).toEqual([
      'maría josé pérez soto',
      'mj@x.cl',
      'Analista',
      'Finanzas',
    ])
    expect(only?.firstName.toLowerCase()).toBe('maría josé')
  })

  it('say why an address is none, and take what copying brings along off one', () => {
    const checked = (email: string) => {
      const [person] = csv(
        'Nombre;Apellido;Email;Rol;Área',
        `Ana;Soto;"${email}";Jefa;Dpto.TI`,
        'E;D;e@x.cl;A;B',
      ).people
      const result = person && checkPerson(person)
      return [person?.email, result?.ok === false ? result.problem : '']
    }
    expect(checked('Ana Soto <Ana@x.cl>')).toEqual(['Ana@x.cl', ''])
    expect(checked('mailto:ana@x.cl')).toEqual(['ana@x.cl', ''])
    expect(checked('ana@x.cl.')).toEqual(['ana@x.cl', ''])
    expect(checked('ana@x.cl; eva@x.cl')).toEqual(['ana@x.cl; eva@x.cl', 'Deja un solo correo por persona'])
    expect(checked('ana@x.cl (casa)')).toEqual(['ana@x.cl (casa)', 'Deja solo el correo, sin nada más'])
    expect(checked('ana @x.cl')).toEqual(['ana @x.cl', 'El correo tiene un espacio'])
    expect(checked('ñandu@x.cl')).toEqual(['ñandu@x.cl', 'Antes de la @, un correo no lleva tildes ni eñes'])
    expect(checked('ana(at)x.cl')).toEqual(['ana(at)x.cl', 'El correo no tiene @'])
    expect(checked('')).toEqual(['', 'Falta el correo'])
  })

  it('may begin with an address that looks like a title', () => {
    const { people } = csv('Ana;Soto;correo@x.cl;Jefa;TI', 'Eva;Díaz;mail@x.cl;Jefa;TI')
    expect(people.map(({ email }) => email)).toEqual(['correo@x.cl', 'mail@x.cl'])
  })

  it('are shown as they are stored, without what nobody sees', () => {
    const unseen = [
      'Nombre;Ap\u00adellido;Email;Rol;Área',
      'Ana\u200b;So\u2060to;ana1@x.cl\u200b;Geren\u00adte;\u202eTI\u202c',
      '\u202aMª\u202c.José;Díaz\u2011Vial;\u202aluz@x.cl\u202c;\ufeffAnalista;TI',
    ]
    const shown = [
      { firstName: 'Ana', lastName: 'Soto', email: 'ana1@x.cl', role: 'Gerente', area: 'TI' },
      { firstName: 'Mª. José', lastName: 'Díaz-Vial', email: 'luz@x.cl', role: 'Analista', area: 'TI' },
    ]
    expect(csv(...unseen).people).toMatchObject(shown)
    const pasted = read({ text: unseen.join('\n') })
    expect(pasted.ok && pasted.value.people).toMatchObject(shown)
    const mail = read({ text: '"So\u200bto, Ana" <ana1@x.cl\u200b>, \u202aluz@x.cl\u202c' })
    expect(mail.ok && mail.value.people).toMatchObject([
      { firstName: 'Ana', lastName: 'Soto', email: 'ana1@x.cl' },
      { email: 'luz@x.cl' },
    ])
  })

  it('may have the e-mail beyond fifty columns', () => {
    const titles = [
      'First Name',
      'Last Name',
      'Job Title',
      'Department',
      ...Array(60).fill('Street'),
      'E-mail Address',
      'E-mail Type',
    ]
    const cells = ['Ana', 'Soto', 'Gerente', 'TI', ...Array(60).fill(''), 'ana@x.cl', 'SMTP']
    expect(csv(titles.join(','), cells.join(',')).people).toMatchObject([
      { firstName: 'Ana', email: 'ana@x.cl', area: 'TI' },
    ])
  })

  it('may have a title line with commas, and say in which encoding they were taken to be', () => {
    expect(
      csv('Finanzas, Operaciones, Personas, TI y Legal', 'Nombre;Apellido;Email;Rol;Área', 'Ana;Soto;a@x.cl;Jefa;TI')
        .people,
    ).toMatchObject([{ row: 3, firstName: 'Ana', lastName: 'Soto', email: 'a@x.cl', role: 'Jefa', area: 'TI' }])
    const mac = Buffer.concat([Buffer.from('Nombre;Email\nJos'), Buffer.from([0x8e]), Buffer.from(' Soto;j@x.cl')])
    expect(listOf(mac)).toMatchObject({
      people: [{ firstName: 'José' }],
      notes: [expect.stringContaining('supusimos Mac OS Roman')],
    })
    expect(csv('Nombre;Email', 'José Soto;j@x.cl').notes).toEqual([])
  })

  it('say which names were split by a guess, and by which order', () => {
    const { people, reading } = csv(
      'Nombre;Email',
      'PÉREZ SOTO ANA MARÍA;a@x.cl',
      'ROJAS DÍAZ LUIS;l@x.cl',
      '"Díaz Vera, Eva";e@x.cl',
    )
    expect(people).toMatchObject([
      { firstName: 'ANA MARÍA', lastName: 'PÉREZ SOTO', guessed: true },
      { firstName: 'LUIS', lastName: 'ROJAS DÍAZ', guessed: true },
      { firstName: 'Eva', lastName: 'Díaz Vera' },
    ])
    expect([reading?.nameOrder, people[2]?.guessed]).toEqual(['last_first', undefined])
  })

  it('say which names of pasted recipients were made of their addresses, in every reading', () => {
    const list = read({ text: 'ana.perez@x.cl; Luis Rojas <luis.rojas@x.cl>' })
    const named = [
      ['Ana', 'Perez', true],
      ['Luis', 'Rojas', undefined],
    ]
    const namesOf = (people: readonly ListedPerson[]) =>
      people.map(({ firstName, lastName, guessed }) => [firstName, lastName, guessed])
    if (!list.ok || !list.value.source) throw new Error('The list was not read')
    expect(namesOf(list.value.people)).toEqual(named)
    const [sheet] = storedSource.parse(JSON.parse(JSON.stringify(list.value.source))).sheets
    expect(sheet?.rows.map(({ guessed }) => guessed)).toEqual([undefined, true, undefined])
  })
})

describe('a workbook of people', () => {
  const TITLES = ['Nombre', 'Apellido', 'Email', 'Rol', 'Área']

  it('invites no hidden row, and says which ones', async () => {
    const sheet =
      row(1, TITLES) +
      row(2, ['Ana', 'Soto', 'a@x.cl', 'Jefa', 'TI_x000D_\ny Datos']) +
      row(3, ['Eva', 'Rojas', 'e@x.cl', 'Jefa', 'TI'], 'hidden="1"')
    const { people, notes } = listOf(await workbook({ sheet }))
    expect(people).toMatchObject([{ row: 2, email: 'a@x.cl', area: 'TI y Datos' }])
    expect(notes).toEqual([
      expect.stringContaining('No leímos 1 fila oculta en la planilla, por un filtro o a mano: la 3.'),
    ])
  })

  it('says what it hides where nobody is found in it', async () => {
    const sheet = row(1, TITLES) + row(2, ['Ana', 'Soto', 'a@x.cl', 'Jefa', 'TI'], 'hidden="1"')
    expect(refusal(await workbook({ sheet }))).toBe(
      'No encontramos personas en la lista. Agrega una por línea. No leímos 1 fila oculta en la planilla, por un filtro o a mano: la 2. Si va, muéstrala y sube el archivo otra vez.',
    )
  })

  it.each(['#N/A', '#REF!', '#¡REF!', '#N/D', '#¿NOMBRE?', '#DIV/0!', 'Err:502', '#####'])(
    'refuses a person whose area is the error %s',
    async error => {
      const cells = ['Ana', 'Soto', 'a@x.cl', 'Jefa']
        .map(text => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
        .join('')
      const sheet = `${row(1, TITLES)}<row r="2">${cells}<c t="e"><v>${error}</v></c></row>`
      const [person] = listOf(await workbook({ sheet })).people
      expect(person && checkPerson(person)).toEqual({
        ok: false,
        outcome: 'sheet_error',
        problem: `Área: la planilla muestra el error ${error}. Corrígelo y sube la lista otra vez.`,
      })
    },
  )
})

it.each([
  ['es una imagen', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x4a, 0x46, 0x49, 0x46])],
  ['es un PDF', Buffer.from('%PDF-1.4 Nombre;Email\na;a@x.cl')],
  ['es una página web (HTML), aunque su nombre diga otra cosa', Buffer.from('<html><table><tr><td>a@x.cl')],
  ['tiene demasiadas celdas o partes para una lista', Buffer.from(`Email${';'.repeat(700_000)}`)],
])('a file that is no list is refused: %s', (what, bytes) => {
  expect(refusal(bytes)).toContain(`No pudimos leer el archivo: ${what}.`)
})

it('a recipient of a mail without end takes no time', () => {
  const list = read({ text: `Ana <${'@'.repeat(200_000)}` })
  expect(list.ok).toBe(true)
})
