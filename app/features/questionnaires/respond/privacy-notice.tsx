import type { Audience, PrivacyNotice as Notice } from '#app/features/questionnaires/stage.ts'
import { Accordion } from '#app/kit/ui/accordion.tsx'

/** Who will read the answers and for what, before the first question (spec D18), with the whole notice to unfold. */
export function PrivacyNotice({ audience, notice }: { audience: Audience; notice: Notice }) {
  const [, ...rest] = notice.summary
  return (
    <>
      <ul className="grid list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>
          <WhoReads audience={audience} />
        </li>
        {audience.kind === 'buyer' && audience.shares && (
          <li>
            Quien te invitó comparte los resultados: cuando los envíe, recibirás en tu correo tus propios niveles, y los
            del equipo si son de cinco personas o más. Tus niveles te llegan solo a ti; las demás personas reciben, a su
            vez, el promedio del equipo.
          </li>
        )}
        {audience.kind === 'buyer' && audience.confidential && (
          <>
            <li>
              <strong className="font-semibold">Lo que te garantizamos:</strong> solo se muestran resultados de grupos
              de al menos cinco personas distintas, calculados una sola vez, cuando quien te invitó cierra la ronda y
              los publica. Lo que todas respondieron igual aparece «sin detalle». Esta promesa no cambia después.
            </li>
            <li>
              Tus textos abiertos se muestran, sin tu nombre, si también los escriben al menos otras siete personas: no
              pongas en ellos datos que te identifiquen. Para contar personas distintas usamos las horas en que se
              guardan tus respuestas y, hasta la publicación, una huella del navegador y de la red.
            </li>
            <li>
              Lo que no podemos impedir: quien conozca las respuestas de casi todo tu grupo puede deducir las que
              faltan.
            </li>
          </>
        )}
        {rest.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Accordion
        className="mt-4"
        items={[
          {
            id: 'aviso-de-privacidad',
            title: 'Leer el aviso de privacidad completo',
            content: <WholeNotice notice={notice} />,
          },
        ]}
      />
    </>
  )
}

/** Who belongs to an organisation, and to the consultant whose client company it is. */
const peopleOf = (organisation: string, consultant: string | undefined): string =>
  consultant === undefined ? `personas de ${organisation}` : `personas de ${consultant} y de ${organisation}`

function WhoReads({ audience }: { audience: Audience }) {
  if (audience.kind === 'oneself') {
    return (
      <span>
        Compraste esta evaluación para ti: solo tú y el personal autorizado de la plataforma pueden ver tus respuestas.
      </span>
    )
  }
  if (audience.kind === 'organisation') {
    return (
      <span>
        {audience.confidential
          ? `Compraste esta evaluación para ${audience.organisation}: sus personas no pueden ver tus respuestas.`
          : `Compraste esta evaluación para ${audience.organisation}: ${audience.consultant === undefined ? 'sus personas' : `las ${peopleOf(audience.organisation, audience.consultant)}`} con acceso a los resultados pueden ver tu nombre, tus respuestas y tus resultados.`}
      </span>
    )
  }
  return (
    <>
      <strong className="font-semibold">
        {`${audience.name}${audience.company !== undefined ? `, de ${audience.company},` : ''}`}
      </strong>{' '}
      <span>
        {audience.confidential
          ? 'te invitó y no puede ver tus respuestas: solo si terminaste, y resultados de grupos, sin nombres.'
          : audience.organisation === undefined
            ? 'te invitó y puede ver tu nombre, tus respuestas y tus resultados. Las respuestas no son anónimas.'
            : `te invitó. Las ${peopleOf(audience.organisation, audience.consultant)} con acceso a los resultados pueden ver tu nombre, tus respuestas y tus resultados. Las respuestas no son anónimas.`}
      </span>
    </>
  )
}

function WholeNotice({ notice }: { notice: Notice }) {
  return (
    <div className="grid gap-5 text-md">
      <p className="font-medium text-ink">{`${notice.title} (versión ${notice.version})`}</p>
      {notice.templateNotice !== undefined && <p className="text-sm italic">{notice.templateNotice}</p>}
      {notice.sections.map(({ heading, body }) => (
        <section key={heading}>
          <p className="font-medium text-ink">{heading}</p>
          {body.map(paragraph => (
            <p key={paragraph} className="mt-1.5">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  )
}
