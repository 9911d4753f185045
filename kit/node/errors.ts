/** An error whose message is shown to the user. Anything else thrown is a bug of ours. */
export class AppError extends Error {
  readonly status: number;
  /** A stable code for programs. */
  readonly code: string;
  readonly errors?: Record<string, string>;
  /** Seconds. */
  readonly retryAfter?: number;
  /** Fields that the answer has beside those of every refusal. */
  readonly more?: object;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { errors?: Record<string, string>; retryAfter?: number; more?: object } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    if (extra.errors) this.errors = extra.errors;
    if (extra.retryAfter !== undefined) this.retryAfter = extra.retryAfter;
    if (extra.more) this.more = extra.more;
  }
}

export class InvalidInput extends AppError {
  constructor(message = 'Проверьте введённые данные', errors?: Record<string, string>, code = 'invalid_input') {
    super(400, code, message, errors ? { errors } : {});
  }
}

export class Unauthorized extends AppError {
  constructor(code = 'unauthorized', message = 'Войдите, чтобы продолжить') {
    super(401, code, message);
  }
}

export class Forbidden extends AppError {
  constructor(code = 'forbidden', message = 'Доступ запрещен') {
    super(403, code, message);
  }
}

export class NotFound extends AppError {
  constructor(message = 'Не найдено', code = 'not_found') {
    super(404, code, message);
  }
}

export class Conflict extends AppError {
  constructor(code: string, message: string, errors?: Record<string, string>) {
    super(409, code, message, errors ? { errors } : {});
  }
}

export class TooLarge extends AppError {
  constructor(message = 'Слишком большой запрос') {
    super(413, 'too_large', message);
  }
}

/** A file that cannot be read. */
export class Unreadable extends AppError {
  constructor(code: string, message: string) {
    super(422, code, message);
  }
}

export class TooMany extends AppError {
  constructor(retryAfter: number, message = 'Слишком много запросов, подождите немного') {
    super(429, 'too_many', message, { retryAfter });
  }
}

export class Unavailable extends AppError {
  constructor(
    retryAfter: number,
    message = 'Сервис временно недоступен, повторите через несколько секунд',
    code = 'unavailable',
  ) {
    super(503, code, message, { retryAfter });
  }
}

/** The disk is full; this passes when an administrator of the server frees space. */
export class NoSpace extends Unavailable {
  constructor() {
    super(60, 'На сервере закончилось место: ничего не записано. Напишите в поддержку', 'no_space');
  }
}
