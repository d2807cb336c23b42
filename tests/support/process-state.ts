import { beforeAll } from 'vitest'
import { forgetQuestionnaires } from '#app/features/questionnaires/questionnaires.server.ts'
import { forgetLiveTexts } from '#app/platform/texts/live-texts.ts'

// Test files share a process but each has its own database, so caches of database content are cleared between them.
beforeAll(() => {
  forgetLiveTexts()
  forgetQuestionnaires()
})
