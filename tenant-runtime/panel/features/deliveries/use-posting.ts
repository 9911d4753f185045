import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api } from '../../client/api.ts';
import type { DecisionQueue } from './decision-queue.ts';
import { deliveryKey, showDelivery } from './deliveries.ts';
import { type PostInput, type Question, questionOf } from './posting.ts';

interface PostingOptions {
  id: number;
  queue: DecisionQueue;
  /** Called with the code of a refusal that is no question. */
  onRefused: (code: string) => void;
}

/** Posts a draft once all decisions are saved; what the API asks about is answered by posting again with the answer. */
export function usePosting({ id, queue, onRefused }: PostingOptions) {
  const queries = useQueryClient();
  const [question, setQuestion] = useState<Question | null>(null);
  const post = useMutation({
    async mutationFn(input: PostInput) {
      await queue.settled();
      return (await api.call('POST /api/deliveries/:id/post', { params: { id }, body: input })).delivery;
    },
    async onSuccess(delivery) {
      setQuestion(null);
      await showDelivery(queries, delivery);
      toast.success('Поставка проведена');
    },
    onError(error, input) {
      setQuestion(questionOf(error, input));
      if (error instanceof ApiError) onRefused(error.code);
    },
    meta: { invalidates: [deliveryKey(id), ['deliveries'], ['suppliers']] },
  });
  return {
    question,
    refusal: post.error && !question ? post.error : null,
    isPosting: post.isPending,
    post: (input: PostInput = {}) => post.mutate(input),
    /** Leaves the question unanswered. */
    cancel(): void {
      setQuestion(null);
      post.reset();
    },
  };
}
export type Posting = ReturnType<typeof usePosting>;
