import { Command, Errors, Flags } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { type Api, createApi, Refusal } from './api-client.ts';
import { type Listed, type ListOptions, restOf } from './listing.ts';
import { followWork, lookAtOperation, type Progress, type Work } from './operations/follow-work.ts';
import { inRussian } from './parse-errors.ts';
import { readSession, type Session, writeSession } from './session.ts';
import { fit, type Kind, table } from './table.ts';
import { printWork } from './views/print-work.ts';
import { type SavedFile, saveWorkbook } from './workbook.ts';

/** A table's header, what stands under it, and what a narrow terminal may do to it. */
export type Column<T> = [header: string, cell: (row: T) => string, kind?: Kind];

/** Of a command that cannot be taken back, or reaches many: a script says so beforehand. */
export const yesFlag = {
  yes: Flags.boolean({ char: 'y', description: 'не спрашивать подтверждения' }),
};

/** Somebody pressed Ctrl-C at a question. */
const WENT_AWAY = 'ExitPromptError';

/** What every command shares: `--json`, the session, and errors said in one Russian sentence with exit code 1. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;

  /** Ink views and questions only where a person sits at a terminal. */
  protected get interactive(): boolean {
    return !this.jsonEnabled() && Boolean(process.stdin.isTTY && process.stderr.isTTY) && !process.env.CI;
  }

  /** Everything for a person goes to stderr: stdout is for programs and tables. */
  protected say(text: string): void {
    if (!this.jsonEnabled()) process.stderr.write(`${text}\n`);
  }

  /** The rows as a table on stdout, fit to the terminal; what to type for the rest, or that there is nothing, on stderr. */
  protected showList<T>(found: Listed<T>, options: ListOptions, columns: Column<T>[], empty: string): void {
    if (found.rows.length === 0) {
      this.say(empty);
      return;
    }
    const rows = found.rows.map((row) => columns.map(([, cell]) => cell(row)));
    const fitted = fit(
      columns.map(([header]) => header),
      rows,
      columns.map(([, , kind]) => kind),
      process.stdout.columns,
    );
    this.log(table(fitted.headers, fitted.rows, process.stdout.columns, fitted.whole));
    if (fitted.left.length > 0) this.say(`Не поместилось: ${fitted.left.join(', ')}. Всё — в окне шире или с --json`);
    const rest = restOf(found, options);
    if (rest) this.say(rest);
  }

  protected async saveList(...what: Parameters<typeof saveWorkbook>): Promise<SavedFile> {
    const saved = await saveWorkbook(...what);
    this.say(`Сохранено в ${saved.file}`);
    return saved;
  }

  /** Names and values under each other. */
  protected showCard(lines: [name: string, value: string][]): void {
    const widest = Math.max(...lines.map(([name]) => name.length));
    for (const [name, value] of lines) this.log(`${name.padEnd(widest)}  ${value}`);
  }

  /** Asks on a terminal; a script has to have said `--yes`. Throws Refusal where the answer is no. */
  protected async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    if (!this.interactive) throw new Refusal(`${question} Без терминала подтвердите параметром --yes`, 'not_confirmed');
    const { confirm } = await import('@inquirer/prompts');
    const agreed = await confirm({ message: question, default: false }, { output: process.stderr });
    if (!agreed) throw new Refusal('Ничего не сделано', 'not_confirmed');
  }

  /**
   * Shows long work until it ends, through lost connections. It goes on at the platform whatever becomes of this
   * process. Its failure is this command's: exit code 1.
   */
  protected async followWork<T extends Work>(
    title: string,
    again: string,
    look: () => Promise<Progress<T>>,
  ): Promise<T> {
    const leave = new AbortController();
    const left = (): void => leave.abort();
    // not `once`: the view's own listener ends the process where it finds no other
    process.on('SIGINT', left);
    const view = this.interactive
      ? (await import('./views/show-work.tsx')).showWork(title)
      : printWork((line) => this.say(line));
    try {
      const work = await followWork(look, view.update, leave.signal);
      if (work.status !== 'done' || work.failed > 0) process.exitCode = 1;
      return work;
    } catch (error) {
      if (!leave.signal.aborted) throw error;
      throw new Refusal(`Работа идёт на платформе. Вернуться к ней: ${again}`, 'left');
    } finally {
      process.removeListener('SIGINT', left);
      view.end();
    }
  }

  protected follow(api: Api, { id, title }: Pick<Operation, 'id' | 'title'>): Promise<Operation> {
    return this.followWork(title, `ostatok operations follow ${id}`, () => lookAtOperation(api, id));
  }

  protected async session(): Promise<Session> {
    const session = await readSession(process.env);
    if (!session) throw new Refusal('Вы не вошли. Войдите: ostatok login', 'not_signed_in');
    return session;
  }

  protected async api(): Promise<Api> {
    const session = await this.session();
    return createApi({
      url: session.url,
      tokens: session,
      onTokens: (tokens) =>
        process.env.OSTATOK_TOKEN ? Promise.resolve() : writeSession(process.env, { ...session, ...tokens }),
    });
  }

  protected override toErrorJson(error: unknown): unknown {
    const message = error instanceof Error ? error.message : String(error);
    const mistake = inRussian(message);
    const code = error instanceof Refusal ? error.code : mistake ? 'wrong_command' : 'failed';
    return { success: false, error: mistake ?? message, code };
  }

  protected override async catch(error: Error & { oclif?: { exit?: number } }): Promise<unknown> {
    if (error instanceof Errors.ExitError) throw error;
    process.exitCode = 1;
    if (error.name === WENT_AWAY) this.logToStderr('Ничего не сделано');
    else if (this.jsonEnabled()) this.logJson(this.toErrorJson(error));
    else if (error instanceof Refusal) this.logToStderr(error.message);
    else if (error.oclif || inRussian(error.message)) this.logToStderr(inRussian(error.message) ?? error.message);
    else this.logToStderr(`Сломалась сама команда: ${error.stack ?? error.message}`);
    return undefined;
  }
}
