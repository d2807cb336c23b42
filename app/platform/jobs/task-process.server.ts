import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { err, ok, type Result } from '#app/kernel/result.ts'
import type { TaskAnswer, TaskRequest } from './task-worker.ts'

/**
 * `busy`: as many as may wait are waiting, of everybody or of this owner. `failed`: the task threw, took too long or ended its process; the
 * detail belongs in the log.
 */
export type TaskFailure = { code: 'busy' } | { code: 'failed'; detail: string }

/** Does tasks one after the other in a process of its own, which starts with the first one. */
export type TaskProcess<Task, Value> = {
  /** @param owner id of the person whom it is done for. */
  run(task: Task, owner: string): Promise<Result<Value, TaskFailure>>
  /** Ends the process; queued tasks fail. */
  close(): Promise<void>
}

export type TaskLimits = {
  /** Tasks that may wait; one more is refused. */
  maxWaiting: number
  /** Tasks of one owner that may be under way, so that one person's clicks don't delay all others. */
  maxOfOwner: number
  /** Milliseconds for one task, the start of the process included. */
  taskMs: number
  /** Milliseconds without work after which the process ends and its memory is free again. */
  idleMs: number
  /** Mebibytes of JavaScript objects that the process may hold. */
  maxHeap: number
}

/**
 * A process rather than a thread: what runs in it may keep a processor busy, fill its memory or crash in native code, and is killed without
 * harm to whoever else is served.
 * @param worker the file that it runs, which calls `answerTasks`.
 */
export function createTaskProcess<Task, Value>(worker: string, limits: TaskLimits): TaskProcess<Task, Value> {
  type Settled = Result<Value, TaskFailure>
  type Job = { task: Task; owner: string; settle: (result: Settled) => void }
  const waiting: Job[] = []
  let child: ChildProcess | undefined
  let current: Job | undefined
  let timer: NodeJS.Timeout | undefined
  let requests = 0

  /** Ends the process; the next task starts another one. */
  async function end(detail: string): Promise<void> {
    clearTimeout(timer)
    const ending = child
    child = undefined
    finish(err({ code: 'failed', detail }))
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    // Native code can't be interrupted.
    ending.kill('SIGKILL')
    await ended
  }

  function finish(result: Settled): void {
    const settled = current
    current = undefined
    settled?.settle(result)
  }

  function start(): ChildProcess {
    const started = fork(worker, {
      execArgv: [`--max-old-space-size=${limits.maxHeap}`],
      // It needs none of the shop's secrets.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // An idle process does not keep one that has nothing else to do.
    started.unref()
    started.channel?.unref()
    const isCurrent = () => child === started
    started.on('message', (answer: TaskAnswer<Value>) => {
      if (!isCurrent() || answer.id !== requests) return
      clearTimeout(timer)
      finish('problem' in answer ? err({ code: 'failed', detail: answer.problem }) : ok(answer.value))
      next()
    })
    const onEnd = (reason: string) => {
      if (!isCurrent()) return
      void end(reason)
      next()
    }
    started.on('error', error => onEnd(String(error)))
    started.on('exit', (code, signal) => onEnd(`The process ended with ${code ?? signal}`))
    return started
  }

  function next(): void {
    if (current) return
    clearTimeout(timer)
    current = waiting.shift()
    if (!current) {
      timer = setTimeout(() => void end('idle'), limits.idleMs)
      timer.unref()
      return
    }
    child ??= start()
    requests += 1
    timer = setTimeout(() => {
      void end(`Not done within ${limits.taskMs} ms`)
      next()
    }, limits.taskMs)
    child.send({ id: requests, task: current.task } satisfies TaskRequest<Task>)
  }

  return {
    run(task, owner) {
      const own = [current, ...waiting].filter(other => other?.owner === owner).length
      if (waiting.length >= limits.maxWaiting || own >= limits.maxOfOwner) return Promise.resolve(err({ code: 'busy' }))
      return new Promise(settle => {
        waiting.push({ task, owner, settle })
        next()
      })
    },
    async close() {
      for (const { settle } of waiting.splice(0)) settle(err({ code: 'busy' }))
      await end('The shop is closing')
    },
  }
}
