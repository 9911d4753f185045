import { Button, Text, TextInput } from '@mantine/core';
import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import { Search } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import classes from './Matching.module.css';
import { useCatalogueSearch } from './queries.ts';

interface CatalogueSearchProps {
  input: RefObject<HTMLInputElement | null>;
  found: CatalogueMatch[] | null;
  onFound: (found: CatalogueMatch[]) => void;
}

export function CatalogueSearch({ input, found, onFound }: CatalogueSearchProps) {
  const [query, setQuery] = useState('');
  const search = useCatalogueSearch();
  const text = query.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text) search.mutate(text, { onSuccess: onFound });
  };
  return (
    <form className={classes.search} onSubmit={submit}>
      <TextInput
        ref={input}
        label="Найти в каталоге"
        placeholder="Название или штрихкод"
        maxLength={200}
        enterKeyHint="search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<Search size={18} aria-hidden />}
        disabled={!text}
        loading={search.isPending}
      >
        Найти
      </Button>
      {found?.length === 0 && !search.isPending && (
        <Text c="dimmed" role="status" className={classes.nothing}>
          Ничего не нашлось. Попробуйте короче или по штрихкоду.
        </Text>
      )}
    </form>
  );
}
