import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import {
  FINISHED_TEXT,
  FINISHED_TITLE,
  type FinishedAction,
  type FinishedActions,
  othersChangeText,
  questionChangeText,
  uncomparedText,
} from './finished-actions.ts'

/** The finished actions of the earlier plan, each with how its question changed and how the others of its area did. */
export function FinishedList({ finished }: { finished: FinishedActions }) {
  const uncompared = uncomparedText(finished)
  return (
    <Panel title={FINISHED_TITLE} description={FINISHED_TEXT} padding="flush">
      {finished.actions.length > 0 && (
        <DataTable
          caption={FINISHED_TITLE}
          columns={COLUMNS}
          rows={finished.actions}
          rowKey={({ number, title }) => `${number} ${title}`}
        />
      )}
      {uncompared !== null && <p className="border-t border-line px-5 py-4 text-sm text-muted sm:px-6">{uncompared}</p>}
    </Panel>
  )
}

const COLUMNS: Column<FinishedAction>[] = [
  {
    key: 'action',
    header: 'Acción hecha',
    primary: true,
    cell: ({ title, number, question, area }) => (
      <>
        <span className="block">{title}</span>
        <span className="mt-1 block text-sm font-normal text-muted">{`${number}. ${question} · ${area}`}</span>
      </>
    ),
  },
  { key: 'question', header: 'Su pregunta', align: 'end', cell: questionChangeText },
  { key: 'others', header: 'Las otras del área', align: 'end', cell: othersChangeText },
]
