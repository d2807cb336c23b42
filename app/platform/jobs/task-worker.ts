/** What a process of tasks is sent, and what it sends back. */
export type TaskRequest<Task> = { id: number; task: Task }
export type TaskAnswer<Value> = { id: number; value: Value } | { id: number; problem: string }

/** Makes this process answer tasks (`createTaskProcess`) until its parent lets it go. */
export function answerTasks<Task, Value>(work: (task: Task) => Value | Promise<Value>): void {
  const answer = async ({ id, task }: TaskRequest<Task>): Promise<TaskAnswer<Value>> => {
    try {
      return { id, value: await work(task) }
    } catch (error) {
      return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  process.on('message', async (request: TaskRequest<Task>) => process.send?.(await answer(request)))
  // Ctrl+C reaches every process of a terminal; this one ends when the shop lets it go, after its last task.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit())
}
