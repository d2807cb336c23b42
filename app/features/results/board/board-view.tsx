import type { Holder } from '#app/features/organisations/logo/logo.ts'
import { LogoPlate } from '#app/features/organisations/logo/logo-plate.tsx'
import type { Level } from '#app/features/questionnaires/questionnaire.ts'
import type { Blocks } from '#app/kit/ui/blocks.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { toneFill } from '#app/kit/ui/tone.ts'
import type { BoardLevel, BoardPage } from './board.ts'
import { decisionsTitle, HATCHED, isCompared, leftText, levelNote, levelsTitle, namedSteps } from './board-content.ts'
import { decisionFacts } from './decisions.ts'
import { type Heat, type HeatCell, STEP_COLOURS } from './heat.ts'

type BoardViewProps = {
  board: BoardPage
  /** The questionnaire's. */
  levels: readonly Level[]
  holder?: Holder | undefined
}

/** A result on one page: the conclusion, levels, groups and the decisions that are asked for. */
export function BoardView({ board, levels, holder }: BoardViewProps) {
  return (
    <article className="rounded-lg border border-line bg-surface px-5 py-6 sm:px-8 sm:py-8">
      {holder?.logo && (
        <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
          <LogoPlate logo={holder.logo} name={holder.name} />
          <p className="min-w-0 text-md font-medium wrap-anywhere">{holder.name}</p>
        </div>
      )}
      <h2 className="max-w-[60rem] text-xl tracking-tight text-balance sm:text-2xl">{board.headline}</h2>
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-y-9">
        <Levels board={board} />
        {board.heat && <HeatMap heat={board.heat} levels={levels} />}
      </div>
      {board.decisions.length > 0 && <Decisions decisions={board.decisions} />}
      <p className="mt-8 border-t border-line pt-4 text-sm text-muted">{board.method}</p>
    </article>
  )
}

const Part = ({ title, children }: { title: string; children: Blocks }) => (
  <section className="min-w-0">
    <h3 className="mb-3 text-md font-semibold">{title}</h3>
    {children}
  </section>
)

function Levels({ board }: { board: BoardPage }) {
  const compared = isCompared(board)
  return (
    <Part title={levelsTitle(compared)}>
      <table className="w-full border-collapse text-md">
        <thead>
          <tr className="border-b border-ink text-sm text-muted">
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              Área
            </th>
            <td className="w-2/5 max-sm:hidden" />
            {compared && (
              <th scope="col" className="px-1.5 py-1.5 text-right font-medium sm:px-2">
                Antes
              </th>
            )}
            <th scope="col" className="px-1.5 py-1.5 text-right font-medium sm:px-2">
              Ahora
            </th>
            <th scope="col" className="px-1.5 py-1.5 text-right font-medium sm:px-2">
              Objetivo
            </th>
            <th scope="col" className="py-1.5 pl-4 text-left font-medium max-sm:hidden">
              {compared ? 'Cambio' : 'En una palabra'}
            </th>
          </tr>
        </thead>
        <tbody>
          {board.levels.map((level, index) => (
            <tr key={level.title} className="border-b border-line">
              <th
                scope="row"
                className={`py-2 pr-2 text-left wrap-break-word hyphens-auto max-sm:text-sm sm:pr-3 ${index === 0 ? 'font-semibold' : 'font-normal'}`}
              >
                {level.title}
              </th>
              <td className="max-sm:hidden">
                <Track level={level} />
              </td>
              {compared && (
                <td className="px-1.5 text-right sm:px-2 text-muted tabular-nums">{formatLevel(level.before)}</td>
              )}
              <td className="px-1.5 text-right sm:px-2 font-semibold tabular-nums">{formatLevel(level.now)}</td>
              <td className="px-1.5 text-right sm:px-2 tabular-nums">
                {level.target === null ? '' : formatLevel(level.target)}
              </td>
              <td className="pl-4 text-sm whitespace-nowrap text-muted max-sm:hidden">{levelNote(level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {board.since !== '' && <p className="mt-2 text-sm text-muted">{`${board.since}.`}</p>}
      {board.sector !== '' && <p className="mt-2 text-sm text-muted tabular-nums">{`${board.sector}.`}</p>}
    </Part>
  )
}

const at = (level: number): string => `${Math.min(100, (100 * level) / 5)}%`

/** From 0 to 5: a ring before, a bar now, a line at the target. The columns beside it say the same. */
const Track = ({ level: { before, now, target, tone } }: { level: BoardLevel }) => (
  <div aria-hidden="true" data-exact-colour className="relative h-4">
    <span className="absolute inset-x-0 top-1.5 h-1 rounded-sm bg-line" />
    {now !== null && (
      <span className={`absolute top-1.5 left-0 h-1 rounded-sm ${toneFill[tone]}`} style={{ width: at(now) }} />
    )}
    {before !== null && (
      <span
        className="absolute top-0.5 size-3 -translate-x-1/2 rounded-full border-[1.5px] border-ink bg-surface"
        style={{ left: at(before) }}
      />
    )}
    {target !== null && (
      <span className="absolute top-0 h-4 w-0.5 -translate-x-1/2 bg-ink" style={{ left: at(target) }} />
    )}
  </div>
)

function HeatMap({ heat, levels }: { heat: Heat; levels: readonly Level[] }) {
  return (
    <Part title={heat.title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many. */}
      <div
        role="group"
        aria-label={heat.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto rounded-sm pb-1"
      >
        <table className="w-full min-w-[52rem] table-fixed border-collapse text-md">
          <thead>
            <tr className="border-b border-ink align-bottom text-xs text-muted">
              <th scope="col" className="w-28 py-1.5 pr-2 sm:w-44 text-left font-medium">
                {heat.label}
              </th>
              {heat.columns.map(name => (
                <th key={name} scope="col" className="px-0.5 py-1.5 text-center font-medium hyphens-auto">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heat.rows.map(({ name, note, cells }) => (
              <tr key={name}>
                <th scope="row" className="py-1 pr-2 text-left text-sm font-semibold wrap-anywhere">
                  <span>{name}</span>
                  <span className="block text-xs font-normal text-muted tabular-nums">{note}</span>
                </th>
                {cells.map((cell, index) => (
                  <Cell key={heat.columns[index]} cell={cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        {namedSteps(levels).map(({ name, fill }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              data-exact-colour
              className="size-3 rounded-xs border border-line"
              style={{ backgroundColor: fill }}
            />
            <span>{name}</span>
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" data-exact-colour className="hatched size-3 rounded-xs border border-line" />
          <span>{HATCHED}</span>
        </li>
      </ul>
      {heat.left > 0 && <p className="mt-2 text-sm text-muted">{leftText(heat.left)}</p>}
    </Part>
  )
}

function Cell({ cell: { text, step } }: { cell: HeatCell }) {
  const colour = step === null ? undefined : STEP_COLOURS[step]
  return (
    <td className="p-0.5">
      <span
        data-exact-colour
        className={`flex min-h-9 items-center justify-center rounded-sm tabular-nums ${colour ? 'font-semibold' : 'hatched text-xs text-muted'}`}
        style={colour && { backgroundColor: colour.fill, color: colour.ink }}
      >
        {colour ? text : <span className="bg-surface px-1">{text}</span>}
      </span>
    </td>
  )
}

const Decisions = ({ decisions }: Pick<BoardPage, 'decisions'>) => (
  <div className="mt-9">
    <Part title={decisionsTitle(decisions.length)}>
      <ol className="grid gap-x-8 gap-y-5 lg:grid-cols-3">
        {decisions.map(decision => (
          <li key={decision.title} className="border-t-2 border-copper pt-3">
            <p className="font-semibold">{decision.title}</p>
            <p className="mt-1 text-md">{decision.ask}</p>
            <p className="mt-2 text-sm text-muted">{decisionFacts(decision).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </Part>
  </div>
)
