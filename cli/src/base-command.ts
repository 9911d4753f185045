import { Command, Errors, Flags, type Interfaces } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { missingRefusal, parsedOf, unknownFlags } from './arguments/missing.ts';
import { typedArgs } from './completion/completions.ts';
import { userErrorOf } from './errors/error-mapping.ts';
import { withNextStep } from './errors/next-steps.ts';
import { UserError } from './errors/user-error.ts';
import { type Listed, type ListOptions, restOf, withSortJoined } from './lists/listing.ts';
import { type SavedFile, saveWorkbook } from './lists/workbook.ts';
import { followWork, isPassing, lookAtOperation, type Progress, type Work } from './operations/follow-work.ts';
import { lineOf } from './output/printable.ts';
import { fitColumns, type Kind, table } from './output/table.ts';
import { wrappedText } from './output/wrapped.ts';
import { type Api, createApi } from './platform/api-client.ts';
import { readSession, type Session, writeSession } from './platform/session.ts';
import { printWork } from './views/print-work.ts';

/** A table column: its header, its cell, and how it may shrink on a narrow terminal. */
export type Column<T> = [header: string, cell: (row: T) => string, kind?: Kind];

/** The flag of a command that cannot be undone or affects many: a script must pass it to skip the question. */
export const yesFlag = {
  yes: Flags.boolean({ char: 'y', description: 'не спрашивать подтверждения' }),
};

/** The results for several targets, in the order they were named. */
export interface Several<R> {
  success: boolean;
  results: ((R | { success: false; error: string; code: string }) & { target: string })[];
}

type Values = Record<string, unknown>;

/** Accepts «yes» and «да». */
const isYes = (answer: string): boolean => /^(y|yes|д|да)$/i.test(answer.trim());

/** The base of every command: `--json`, the session, and errors shown as one Russian sentence with exit code 1. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;

  protected override async init(): Promise<void> {
    await super.init();
    this.argv = withSortJoined(this.argv);
  }

  /** Reports everything missing at once: arguments, flags, and what the command needs besides them. */
  protected override async parse<F extends Values, B extends Values, A extends Values>(
    options?: Interfaces.Input<F, B, A>,
    argv?: string[],
  ): Promise<Interfaces.ParserOutput<F, B, A>> {
    try {
      return await super.parse(options, argv);
    } catch (error) {
      const unknown = unknownFlags(
        { ...this.ctor.flags, json: { type: 'boolean' }, help: { type: 'boolean' } },
        this.argv,
      );
      if (unknown.length > 0) throw new UserError(`Нет такого параметра: ${unknown.join(', ')}`, 'wrong_command');
      const parsed = parsedOf(error);
      throw (parsed && missingRefusal(parsed, this.missingBeside(parsed.output.flags))) ?? error;
    }
  }

  /** Values that a script must pass, though at a terminal they would be asked for. */
  protected missingBeside(_flags: Values): string[] {
    return [];
  }

  /** Questions are asked only at a terminal. */
  protected get attended(): boolean {
    return !this.jsonEnabled() && Boolean(process.stdin.isTTY && process.stderr.isTTY) && !process.env.CI;
  }

  /** Ink views and choice lists are shown only where the terminal can move its cursor. */
  protected get interactive(): boolean {
    return this.attended && process.env.TERM !== 'dumb';
  }

  /** Messages for a person go to stderr: stdout is for programs and tables. */
  protected say(text: string): void {
    if (!this.jsonEnabled()) process.stderr.write(`${wrappedText(text, process.stderr.columns)}\n`);
  }

  /**
   * Prints the rows as a table on stdout, fitted to the terminal; the command that shows the rest, or the message for
   * an empty list, goes to stderr.
   */
  protected showList<T>(found: Listed<T>, options: ListOptions, columns: Column<T>[], empty: string): void {
    if (found.rows.length === 0) {
      this.say(empty);
      return;
    }
    const rows = found.rows.map((row) => columns.map(([, cell]) => cell(row)));
    const fitted = fitColumns(
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

  /** Prints text on stdout after `first` and indented under it, broken between words where a terminal is narrow. */
  protected sayWrapped(text: string, first = ''): void {
    this.log(wrappedText(text, process.stdout.columns, first));
  }

  protected async saveList(...what: Parameters<typeof saveWorkbook>): Promise<SavedFile> {
    const saved = await saveWorkbook(...what);
    this.say(`Сохранено в ${saved.file}`);
    return saved;
  }

  /** Prints names and values under each other. */
  protected showCard(lines: [name: string, value: string][]): void {
    const widest = Math.max(...lines.map(([name]) => name.length));
    for (const [name, value] of lines) this.sayWrapped(lineOf(String(value)), `${name.padEnd(widest)}  `);
  }

  /** Asks at a terminal; a script must have passed `--yes`. Throws UserError when the answer is no. */
  protected async confirm(question: string, yes: boolean): Promise<void> {
    if (yes) return;
    if (!this.attended) throw new UserError(`${question} Без терминала подтвердите параметром --yes`, 'not_confirmed');
    if (!(await this.agrees(question))) throw new UserError('Ничего не сделано', 'not_confirmed');
  }

  private async agrees(question: string): Promise<boolean> {
    if (this.interactive) {
      const { questions } = await import('./views/questions.ts');
      return isYes(await questions.input({ message: `${question} (y/N)` }, { output: process.stderr }));
    }
    const { createInterface } = await import('node:readline/promises');
    const asked = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    const answer = await asked.question(`${question} (y/N) `);
    asked.close();
    return isYes(answer);
  }

  /**
   * Runs the targets one after another and reports each. For several targets the result is a list; failures are
   * reported and set exit code 1, and the others still run.
   */
  protected async each<T, R extends { success: boolean }>(
    targets: T[],
    nameOf: (target: T) => string,
    act: (target: T) => Promise<R>,
  ): Promise<R | Several<R>> {
    const [only] = targets;
    if (only !== undefined && targets.length === 1) return act(only);
    const results: Several<R>['results'] = [];
    for (const target of targets) {
      const name = nameOf(target);
      const result = await act(target).catch((error) => {
        if ((error as Error).name === 'ExitPromptError') throw error;
        const { message, code } = withNextStep(userErrorOf(error), { command: this.command, first: name });
        this.say(`${name}: ${message}`);
        return { success: false as const, error: message, code };
      });
      results.push({ ...result, target: name });
    }
    const success = results.every((result) => result.success);
    if (!success) process.exitCode = 1;
    return { success, results };
  }

  private get command(): string {
    return (this.id ?? '').replaceAll(':', ' ');
  }

  /**
   * Shows long work until it ends, through lost connections. The work continues on the platform if this process ends.
   * If the work fails, this command fails with exit code 1.
   */
  protected async followWork<T extends Work>(
    title: string,
    again: string,
    look: () => Promise<Progress<T>>,
  ): Promise<T> {
    const leave = new AbortController();
    const left = (): void => leave.abort();
    // not `once`: the view's own listener ends the process when it finds no other
    process.on('SIGINT', left);
    const view = this.interactive
      ? (await import('./views/show-work.tsx')).showWork(title)
      : printWork((line) => this.say(line));
    try {
      const work = await followWork(look, view.update, leave.signal);
      if (work.status !== 'done' || work.failed > 0) process.exitCode = 1;
      return work;
    } catch (error) {
      const isLost = isPassing(error);
      if (!leave.signal.aborted && !isLost) throw error;
      const why = isLost ? `${userErrorOf(error).message} ` : '';
      throw new UserError(`${why}Работа идёт на платформе. Вернуться к ней: ${again}`, isLost ? 'lost' : 'left');
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
    if (!session) throw new UserError('Вы не вошли. Войдите: ostatok login', 'not_signed_in');
    return session;
  }

  protected async api(): Promise<Api> {
    const session = await this.session();
    if (process.env.OSTATOK_TOKEN) return createApi({ url: session.url, tokens: session });
    return createApi({
      url: session.url,
      tokens: session,
      keptTokens: async () => {
        const kept = await readSession(process.env);
        return kept?.url === session.url && kept.email === session.email ? kept : undefined;
      },
      onTokens: (tokens) =>
        writeSession(process.env, { ...session, ...tokens }).catch(() =>
          this.say('Вход не записан: нет места или прав. Скоро придётся войти снова: ostatok login'),
        ),
    });
  }

  /** Converts an error to a message of one or two sentences with its cause and the next step. */
  private refusal(error: unknown): UserError {
    const { command } = this;
    const refusal = userErrorOf(error);
    if (refusal.status === 401 && process.env.OSTATOK_TOKEN)
      return new UserError(
        'Токен из OSTATOK_TOKEN больше не действует: задайте новый или уберите его',
        refusal.code,
        401,
      );
    const [first = ''] = typedArgs(this.ctor.flags ?? {}, this.argv);
    return withNextStep(refusal, { command, first });
  }

  protected override toErrorJson(error: unknown): unknown {
    const { message, code } = this.refusal(error);
    return { success: false, error: message, code, ...(error instanceof UserError ? error.details : {}) };
  }

  protected override async catch(error: Error): Promise<unknown> {
    if (error instanceof Errors.ExitError) throw error;
    process.exitCode = 1;
    if (this.jsonEnabled()) this.logJson(this.toErrorJson(error));
    else this.logToStderr(wrappedText(this.refusal(error).message, process.stderr.columns));
    return undefined;
  }
}
